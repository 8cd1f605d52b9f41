"""The report: one HTML file over the results, written from a list of questions in SQL."""
