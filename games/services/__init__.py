"""The only writers: each function changes what is stored, and only they ask the engine to decide."""
