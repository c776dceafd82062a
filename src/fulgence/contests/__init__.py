"""The same cards for everybody: the deal of a day, challenges, and streaks."""
