import sys,time
import pytest
from tests.kit.wire_twins import *
pytestmark = pytest.mark.django_db(transaction=True)
def test_try():
    t=Tally()
    for n in range(int(__import__("os").environ.get("N","2"))):
        b=time.process_time()
        one=compare(random_pair("parlor", n))
        print(n, one.counted, one.steps, one.frames, round(time.process_time()-b,2))
        t.add(one)
    print(t)
