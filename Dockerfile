FROM python:3.11-slim

RUN useradd --create-home nightfall
WORKDIR /app
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1

COPY requirements/play.lock requirements/play.lock
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement requirements/play.lock

COPY . .
RUN python manage.py collectstatic --no-input --verbosity 0 && rm -rf var && install -d -o nightfall var
USER nightfall
EXPOSE 8000
CMD ["scripts/process", "web"]
