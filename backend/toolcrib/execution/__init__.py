"""The one funnel through which every tool runs."""
