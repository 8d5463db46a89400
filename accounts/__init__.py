"""Who people are to us: accounts, profiles, friends, blocks, sanctions."""
