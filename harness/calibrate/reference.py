"""
The reference implementation of `npm run calibrate`: the same statistics with scipy, statsmodels and numpy, on the same studies.

Reads from standard input, for every scenario, one line of JSON {name, kind, studies, tasks, questions: [{statistic, measure,
truth}]} and then that many studies, one a line (rows of numbers; harness/calibrate/ says what a row holds). Writes for every
scenario one line {name, answers: [text or {mean, sd, answered}]} in the order of the questions: for coverage, size and power one
character a study (1, 0, or - where the statistic has nothing to say), for bias the mean of the estimates. First it writes one line
with the versions.

Bootstraps are scipy.stats.bootstrap with numpy's own generator: other resamples than ours, so that rates agree within their
sampling error only. Everything else is deterministic and has to agree study by study.
"""

import functools
import itertools
import json
import math
import os
import platform
import sys
import warnings

# Products of small matrices: threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy
import scipy
import statsmodels
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

RESAMPLES = 2000
MARGIN = 0.05
LEVEL = 0.05


@functools.lru_cache(maxsize=None)
def wilson(count, total):
    low, high = proportion_confint(count, total, 0.05, "wilson")
    return (0.0 if count == 0 else low), (1.0 if count == total else high)


@functools.lru_cache(maxsize=None)
def clopper_pearson(count, total):
    low, high = proportion_confint(count, total, 0.05, "beta")
    return (0.0 if count == 0 else low), (1.0 if count == total else high)


@functools.lru_cache(maxsize=None)
def mcnemar_p(improved, regressed):
    return float(mcnemar([[0, improved], [regressed, 0]], exact=True).pvalue)


def tango_score(n, b, c, difference):
    """The nuisance share maximises the trinomial likelihood, numerically."""
    low, high = max(0.0, -difference), (1 - difference) / 2

    def slope(q):
        rest = n - b - c
        value = 0.0
        if b: value += b / (q + difference)
        if c: value += c / q
        if rest: value -= 2 * rest / (1 - 2 * q - difference)
        return value

    left, right = low + 1e-15, high - 1e-15
    if slope(left) <= 0: q = low
    elif slope(right) >= 0: q = high
    else: q = optimize.brentq(slope, left, right, xtol=1e-16, rtol=1e-14, maxiter=500)
    return (b - c - n * difference) / math.sqrt(n * (2 * q + difference * (1 - difference)))


@functools.lru_cache(maxsize=None)
def tango(n, b, c):
    z, edge, observed = stats.norm.ppf(0.975), 1 - 1e-13, (b - c) / n
    low = -1.0 if c == n else optimize.brentq(lambda d: tango_score(n, b, c, d) - z, -edge, min(observed, edge) - 1e-13)
    high = 1.0 if b == n else optimize.brentq(lambda d: tango_score(n, b, c, d) + z, max(observed, -edge) + 1e-13, edge)
    return low, high


@functools.lru_cache(maxsize=None)
def tango_equivalence(n, b, c):
    return float(max(stats.norm.sf(tango_score(n, b, c, -MARGIN)), stats.norm.cdf(tango_score(n, b, c, MARGIN))))


def odds(bounds):
    low, high = bounds
    return low / (1 - low), (math.inf if high == 1 else high / (1 - high))


def sign_flip_p(differences):
    """The distribution of the sum under random signs, by numpy.convolve."""
    chances, observed = numpy.array([1.0]), abs(int(differences.sum()))
    for size in numpy.abs(differences):
        if size:
            step = numpy.zeros(2 * int(size) + 1)
            step[0] = step[-1] = 0.5
            chances = numpy.convolve(chances, step)
    sums = numpy.arange(len(chances)) - (len(chances) - 1) // 2
    return min(1.0, float(chances[numpy.abs(sums) >= observed].sum()))


def bootstrap(columns, derive, random):
    """scipy's bootstrap of tasks (their numbers): one array of draws for each quantity that `derive` makes of sums over tasks."""
    table = numpy.stack([numpy.asarray(column, dtype=float) for column in columns])
    tasks = table.shape[1]

    def statistic(drawn, axis=-1):
        drawn = numpy.atleast_2d(drawn).astype(int)
        # How often each task was drawn, then the sums: the same as adding up the drawn tasks, and much faster.
        offsets = tasks * numpy.arange(len(drawn))[:, None]
        times = numpy.bincount((drawn + offsets).ravel(), minlength=tasks * len(drawn)).reshape(len(drawn), tasks)
        return numpy.stack(derive(list(table @ times.T)))

    with warnings.catch_warnings(), numpy.errstate(divide="ignore", invalid="ignore"):
        warnings.simplefilter("ignore")
        result = stats.bootstrap((numpy.arange(tasks),), statistic, vectorized=True, n_resamples=RESAMPLES, method="percentile", rng=random)
    return result.bootstrap_distribution


def percentiles(draws, level=0.95):
    kept = draws[~numpy.isnan(draws)]
    if len(kept) == 0:
        return None
    low, high = numpy.quantile(kept, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def ratio(over, under):
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return numpy.where(under == 0, numpy.nan, over / numpy.where(under == 0, 1, under))


def clustered(counts, totals, random):
    """The harness's rule: Wilson with one observation a task and where all agree, the bootstrap of tasks else."""
    kept = totals > 0
    counts, totals = counts[kept], totals[kept]
    if len(totals) == 0:
        return {}
    count, total = int(counts.sum()), int(totals.sum())
    if len(totals) == total: bounds = wilson(count, total)
    elif count == 0: bounds = wilson(0, len(totals))
    elif count == total: bounds = wilson(len(totals), len(totals))
    elif len(totals) == 1: bounds = None
    else: bounds = percentiles(bootstrap([counts, totals], lambda sums: [ratio(*sums)], random)[0])
    return {"estimate": count / total, "interval": bounds}


def share(study, _task):
    (count, total), = study.astype(int)
    return {"share": {"estimate": count / total}, "wilson": {"interval": wilson(count, total)},
            "clopper-pearson": {"interval": clopper_pearson(count, total)}}


def clusters(study, random):
    counts, totals = study.T
    some = [1 - math.comb(int(n - c), 3) / math.comb(int(n), 3) for c, n in study]
    every = [math.comb(int(c), 3) / math.comb(int(n), 3) for c, n in study]
    draws = bootstrap([some, every], lambda sums: [sums[0] / len(study), sums[1] / len(study)], random)
    return {"share": clustered(counts, totals, random), "pass@3": mean_share(some, draws[0]), "pass^3": mean_share(every, draws[1])}


def mean_share(values, draws):
    """Where all tasks agree on 0 or 1 Wilson over the tasks stands in place of a bootstrap without width."""
    value, bounds = float(numpy.mean(values)), percentiles(draws)
    if value in (0, 1) and bounds[0] == bounds[1]:
        bounds = wilson(0 if value == 0 else len(values), len(values))
    return {"estimate": value, "interval": bounds}


def pairs(study, _random):
    (n, b, c), = study.astype(int).tolist()
    return {"mcnemar": {"called": mcnemar_p(b, c) <= LEVEL}, "difference": {"estimate": (b - c) / n, "interval": tango(n, b, c)},
            "odds-ratio": {"interval": odds(clopper_pearson(b, b + c)) if b + c else None},
            "equivalence": {"called": tango_equivalence(n, b, c) <= LEVEL}}


def tasks(study, random):
    compared, gained, lost = study.T
    net = gained - lost
    draws = bootstrap([compared, gained, lost], lambda s: [ratio(s[1] - s[2], s[0]), ratio(s[1], s[1] + s[2])], random)
    if (net == 0).all():
        bounds, p = tango(len(study), 0, 0), tango_equivalence(len(study), 0, 0)
    else:
        bounds = percentiles(draws[0])
        wrong = max((draws[0] <= -MARGIN).sum(), (draws[0] >= MARGIN).sum())
        p = None if draws[0].min() == draws[0].max() else (1 + wrong) / (1 + RESAMPLES)
    discordant = int((gained + lost > 0).sum())
    if discordant == 0: odds_bounds = None
    elif lost.sum() == 0: odds_bounds = odds(clopper_pearson(discordant, discordant))
    elif gained.sum() == 0: odds_bounds = odds(clopper_pearson(0, discordant))
    else: odds_bounds = odds(percentiles(draws[1]))
    return {"difference": {"estimate": net.sum() / compared.sum(), "interval": bounds}, "odds-ratio": {"interval": odds_bounds},
            "sign-flip": {"called": sign_flip_p(net) <= LEVEL}, "equivalence": {"called": None if p is None else p <= LEVEL}}


def family(study, _random):
    study = study.astype(int)
    p = [mcnemar_p(int(b), int(c)) for b, c, _ in study]
    adjusted, effect = multipletests(p, method="holm")[1], study[:, 2] == 1
    return {"holm": {"called": bool((adjusted[~effect] <= LEVEL).any())},
            "holm-all-real": {"called": bool((adjusted[effect] <= LEVEL).all())},
            "unadjusted-any-false": {"called": bool((numpy.array(p)[~effect] <= LEVEL).any())}}


def loop(study, random, wants_verifier):
    columns, n, rounds = study.T, len(study), 4
    first, half, last = columns[6:9]

    def derive(s):
        gamma, beta = ratio(s[2], s[1]), ratio(s[3], s[0])
        return [gamma, beta, gamma + beta, ratio(s[5], s[4]), s[8] / n, (s[8] - s[6]) / n, (s[8] - s[7]) / n]

    values = [float(value) for value in derive(list(columns.sum(axis=1)))]
    draws = bootstrap(columns[:9], derive, random)
    bounds = [percentiles(one) for one in draws]
    for at, is_share in enumerate([True, True, False, False, True]):
        if is_share and (bounds[at] is None or bounds[at][0] == bounds[at][1]) and values[at] in (0, 1):
            bounds[at] = wilson(0 if values[at] == 0 else n, n)
    for at in (5, 6):
        if values[at] == 0 and bounds[at][0] == bounds[at][1]:
            bounds[at] = tango(n, 0, 0)
    names = ["gamma", "beta", "gamma+beta", "slope", "last-gap", "gap-change"]
    result = {name: {"estimate": None if math.isnan(value) else value, "interval": None if math.isnan(value) else bound}
              for name, value, bound in zip(names, values, bounds)}
    label = label_of(bounds[5], bounds[6], int((first != last).sum()), int((half != last).sum()), values[4])
    result["label-falls"] = {"called": label == "converges"}
    result["label-rises"] = {"called": label == "rises"}
    if not wants_verifier:
        return result
    result["false-accepts"] = clustered(columns[10], columns[9], random)
    result["false-rejects"] = clustered(columns[12], columns[11], random)
    wrong, false_accepts, right, false_rejects = columns[9:13]
    total, accepted = wrong + right, false_accepts + right - false_rejects

    def gain(s):
        all_, a, p, agreeing = s[0], s[1] / s[0], s[2] / s[0], s[3] / s[0]
        return [agreeing - (a * p + (1 - a) * (1 - p))]

    parts = [total, accepted, right, total - false_accepts - false_rejects]
    result["verifier-gain"] = {"estimate": float(gain([part.sum() for part in parts])[0]),
                               "interval": percentiles(bootstrap(parts, gain, random)[0])}
    return result


def label_of(total, late, changed, changed_late, last_gap):
    """The rule printed with every label, as far as a fall or a rise is called."""
    rose = lambda bounds, tasks: bounds[0] > 0 and tasks >= 6
    fell = lambda bounds, tasks: bounds[1] < 0 and tasks >= 6
    if rose(total, changed) or rose(late, changed_late): return "rises"
    if fell(total, changed) and (last_gap == 0 or fell(late, changed_late)): return "converges"
    return "neither"


@functools.lru_cache(maxsize=None)
def violating_chance(steps, right):
    """Over all orders of the candidates: the share in which a shown one (k = 1, 3, 5) is wrong after a right one."""
    orders = list(itertools.combinations(range(steps), right))
    bad = sum(any(a in order and b not in order for a, b in itertools.combinations((1, 3, 5), 2)) for order in orders)
    return bad / len(orders)


def order(study, _random):
    study = study.astype(int)
    seen = sum(any(row[a] > row[b] for a, b in itertools.combinations((1, 3, 5), 2)) for row in study)
    distribution = numpy.array([1.0])
    for row in study:
        chance = violating_chance(len(row), int(row.sum()))
        distribution = numpy.convolve(distribution, [1 - chance, chance])
    return {"order-chance": {"called": min(1.0, float(distribution[seen:].sum())) <= LEVEL}}


KINDS = {"share": share, "clusters": clusters, "pairs": pairs, "tasks": tasks, "family": family, "loop": loop, "order": order}


def answer(question, inspection):
    if question["measure"] == "bias":
        return inspection.get("estimate")
    if question["measure"] == "coverage":
        bounds = inspection.get("interval")
        return None if bounds is None else bool(bounds[0] <= question["truth"] <= bounds[1])
    return inspection.get("called")


def summarise(question, answers):
    if question["measure"] != "bias":
        return "".join("-" if one is None else "1" if one else "0" for one in answers)
    known = numpy.array([one for one in answers if one is not None], dtype=float)
    return {"mean": float(known.mean()), "sd": float(known.std(ddof=1)), "answered": len(known)}


def main():
    print(json.dumps({"python": platform.python_version(), "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
                      "numpy": numpy.__version__}), flush=True)
    for line in sys.stdin:
        scenario = json.loads(line)
        random = numpy.random.default_rng(20260101)
        answers = [[] for _ in scenario["questions"]]
        inspect = KINDS[scenario["kind"]]
        if inspect is loop:
            asked = any(question["statistic"] == "verifier-gain" for question in scenario["questions"])
            inspect = functools.partial(loop, wants_verifier=asked)
        for _ in range(scenario["studies"]):
            inspections = inspect(numpy.array(json.loads(sys.stdin.readline()), dtype=float), random)
            for own, question in zip(answers, scenario["questions"]):
                own.append(answer(question, inspections.get(question["statistic"], {})))
        pairs_of = zip(scenario["questions"], answers)
        print(json.dumps({"name": scenario["name"], "answers": [summarise(*one) for one in pairs_of]}), flush=True)


if __name__ == "__main__":
    main()
