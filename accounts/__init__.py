"""Who people are to us: accounts and guests."""
