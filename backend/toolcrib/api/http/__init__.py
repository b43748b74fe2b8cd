"""The HTTP edge: what every request passes, sign-in, downloads, the console's files."""
