"""What a review says in words: the same on the command line and on its page."""

from .review import Review


def summary(review: Review) -> str:
    """How the score stands to perfect play; of a game that goes on, what it is expected to end with."""
    perfect = f"Perfect play averages {review.start_value:.4f}"
    if review.at_least is None or review.percentile is None:
        return (
            f"{perfect} from the start; from here on, with {review.score} points so far, the final score is "
            f"{review.expected_final:.4f} on average"
        )
    return (
        f"{perfect}, and reaches {review.score} or more in {review.at_least:.2%} of games; you are at "
        f"percentile {review.percentile:.1f}"
    )


def equation(review: Review) -> str:
    """How the final score came about, or the expected one of a game that goes on."""
    end = str(review.score) if review.over else f"{review.expected_final:.4f}"
    return f"{end} - {review.start_value:.4f} = luck {review.luck:+.4f} - loss {review.loss:.4f}"
