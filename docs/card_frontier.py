"""The expected scores of the cards by number of lines: python docs/card_frontier.py > docs/card_frontier.csv

Some ten minutes of CPU; docs/figures.py draws what is in the file.
"""

from yahtzee_core.game.load import load_game
from yahtzee_core.policies.arena import Arena
from yahtzee_core.policies.card_worth import frontier
from yahtzee_core.policies.strategies.card import games_with_cards, load_card


def main() -> None:
    """Print game, lines, mean and what best play has more."""
    print("game,lines,mean,lost")
    for name in games_with_cards():
        game = load_game(name)
        arena = Arena(game)
        means = frontier(arena, load_card(game))
        for lines, mean in enumerate(means):
            print(f"{name},{lines},{mean:.6f},{arena.optimal.start_value - mean:.6f}")


if __name__ == "__main__":
    main()
