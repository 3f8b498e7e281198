/** The published harness a grade follows: `4` is swebench 4.1.0, `5` is swebench 5.0.2. They differ (decisions/swe-bench.md). */
export type GradingRules = '4' | '5';

/** What a log says of each test: the word that stands there, which is not always one of pytest's. */
export type Statuses = ReadonlyMap<string, string>;
