from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Someone with an account. Guests play without one."""
