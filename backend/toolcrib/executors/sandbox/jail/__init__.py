"""What runs inside: the zygotes, their children, and the runner of scripts. Nothing but the standard library.

No module here may import one of ours from outside this package: a zygote holds only what a script may see.
"""
