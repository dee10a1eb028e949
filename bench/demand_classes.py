#!/usr/bin/env python3
"""Yearly cost and fill of `sprout backtest reorder` beside simpler policies, by demand class.

Simulates 6 years of weekly sales per item; the last two are scored. Needs numpy.
Usage: bench/demand_classes.py SPROUT [SEED ...]
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import NormalDist

import numpy as np

WEEKS, KNOWN, SCORED, YEAR = 312, 208, 104, 52
UNIT_COST, MARGIN, HOLDING_RATE, ORDER_COST = 50, 0.3, 0.2, 75
HOLDING = UNIT_COST * HOLDING_RATE / YEAR
SHORTAGE = UNIT_COST * MARGIN * 1.5


def lines(rng, rate, low, high):
    """Units of Poisson many order lines a week, each of `low` to `high` units."""
    return np.array([rng.integers(low, high + 1, n).sum() for n in rng.poisson(rate, WEEKS)])


def seasonal_rate(rate):
    week = np.arange(WEEKS) % YEAR
    density = np.exp(-0.5 * ((week - 14) / 2.5) ** 2) + 0.01
    return rate * density / density.mean()


CLASSES = {
    "lumpy (92 % zero weeks)": (200, lambda rng: lines(rng, 0.083, 1, 50)),
    "intermittent": (150, lambda rng: lines(rng, 0.3, 8, 12)),
    "slow": (150, lambda rng: rng.poisson(0.25, WEEKS)),
    "erratic": (150, lambda rng: rng.negative_binomial(0.7, 0.7 / 30.7, WEEKS)),
    "steady": (100, lambda rng: lines(rng, 12, 1, 50)),
    "lumpy, one season": (150, lambda rng: lines(rng, seasonal_rate(0.12), 1, 50)),
}


def service(lead):
    return min(max(SHORTAGE / (SHORTAGE + HOLDING * (lead + 1)), 0.5), 0.995)


def economic_quantity(mean):
    return max(1, np.sqrt(2 * ORDER_COST * mean / HOLDING))


def normal(known, lead):
    recent, weeks = known[-156:], lead + 1
    deviation = recent.std(ddof=1) * np.sqrt(weeks)
    point = recent.mean() * weeks + NormalDist().inv_cdf(service(lead)) * deviation
    return point, point + economic_quantity(recent.mean())


def quantile(known, lead):
    recent = known[-156:]
    sums = np.convolve(recent, np.ones(lead + 1), "valid")
    point = np.quantile(sums, service(lead))
    return point, point + economic_quantity(recent.mean())


def croston_sba(known, lead):
    """Croston's method with the correction of Syntetos and Boylan (2005), smoothing 0.1."""
    size = gap = None
    weeks_since = 0
    for units in known:
        weeks_since += 1
        if units > 0:
            size = units if size is None else size + 0.1 * (units - size)
            gap = weeks_since if gap is None else gap + 0.1 * (weeks_since - gap)
            weeks_since = 0
    mean = 0 if size is None else 0.95 * size / gap
    deviation = known[-156:].std(ddof=1) * np.sqrt(lead + 1)
    point = mean * (lead + 1) + NormalDist().inv_cdf(service(lead)) * deviation
    return point, point + economic_quantity(mean)


def simulate(sold, lead, rng, levels):
    """Cost of a year and fill. `levels(week)`: the levels at the end of a scored week."""
    on_hand = sold[:KNOWN].reshape(-1, YEAR)[:, :4].mean(0).sum()
    underway, cost, lost = [], 0.0, 0.0
    for week in range(SCORED):
        on_hand += sum(units for arrival, units in underway if arrival <= week)
        underway = [order for order in underway if order[0] > week]
        filled = min(on_hand, sold[KNOWN + week])
        missing = sold[KNOWN + week] - filled
        on_hand -= filled
        lost += missing
        cost += on_hand * HOLDING + missing * SHORTAGE
        point, up_to = levels(week)
        position = on_hand + sum(units for _, units in underway)
        if position <= point and up_to > position:
            cost += ORDER_COST
            late = rng.choice([-1, 0, 0, 1, 2])
            underway.append((week + max(1, lead + late), up_to - position))
    return cost / 2, 1 - lost / max(sold[KNOWN:].sum(), 1)


def read_levels(sprout, items):
    with tempfile.TemporaryDirectory() as folder:
        with open(Path(folder) / "inventory_1.csv", "w", newline="") as file:
            out = csv.writer(file)
            names = ["sku", "kind", "unit_cost", "margin", "holding_rate", "lead_time_wk"]
            out.writerow(names + [f"w{week:03}" for week in range(WEEKS)])
            for number, (sold, lead) in enumerate(items):
                out.writerow([number, "x", UNIT_COST, MARGIN, HOLDING_RATE, lead, *sold])
        answer = Path(folder) / "levels.csv"
        command = [sprout, "backtest", "reorder", "--data", folder, "--out", answer]
        subprocess.run(command, check=True)
        with open(answer, newline="") as file:
            return {
                (int(row["sku"]), int(row["week"]) - KNOWN):
                    (float(row["reorder_point"]), float(row["order_up_to"]))
                for row in csv.DictReader(file)
            }


def main(sprout, seeds):
    print("| Class | Seed | Sprout | Normal | Empirical quantile | Croston-SBA |")
    print("|---|---|---|---|---|---|")
    for seed in seeds:
        for name, (count, draw) in CLASSES.items():
            rng = np.random.default_rng([seed, len(name)])
            items = [(draw(rng), int(rng.choice([2, 3, 4]))) for _ in range(count)]
            answered = read_levels(sprout, items)
            cells = []
            for policy in (None, normal, quantile, croston_sba):
                outcomes = []
                for number, (sold, lead) in enumerate(items):
                    late = np.random.default_rng([seed, number])
                    by_week = (
                        (lambda week: answered[number, week])
                        if policy is None
                        else (lambda week: policy(sold[: KNOWN + week + 1], lead))
                    )
                    outcomes.append(simulate(sold, lead, late, by_week))
                cost, fill = np.mean(outcomes, axis=0)
                cells.append(f"{cost:,.0f} at {fill:.3f}")
            print(f"| {name} | {seed} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], [int(seed) for seed in sys.argv[2:]] or [1])
