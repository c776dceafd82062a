"""What somebody's finished games say: averages, records, marks, and how far the expert is."""
