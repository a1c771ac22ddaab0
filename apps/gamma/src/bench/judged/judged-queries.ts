/**
 * User queries and their intent, judged by reading the catalog before any search was run. Titles are matched by patterns, so that
 * a judgement applies to the bench's own events and to a real catalog. A query whose event a catalog lacks is not counted there.
 */
export interface Judged {
  readonly q: string;
  /**
   * The titles that the user looks for; one of them should come first. Null when nothing matches and nothing should be shown.
   */
  readonly right: RegExp | null;
  /** Further titles that are acceptable among the first five. */
  readonly fitting?: RegExp;
}

type Row = readonly [q: string, right: RegExp | null, fitting?: RegExp];

const BITCOIN = /bitcoin|btc/i;
const ETHEREUM = /ethereum|megaeth/i;
const NOMINEES = /presidential nominee 2028|election winner 2028/i;
const SUPER_BOWL = /supe?[rá] ?bowl|pro football champion/i;

/** Queries that once returned wrong results. */
const WENT_WRONG: readonly Row[] = [
  ['house 2026', /^which party win?l? ?.*house in 2026/i, /house|balance of power/i],
  ['iran strike', /strikes? iran/i, /strike.*(iran|israel|yemen)|israel.*strike|iran/i],
  ['UK pm', /next uk prime minister/i, /prime minister|uk|\bpm\b/i],
  ['eth', /what price will ethereum|ethereum above/i, ETHEREUM],
  ['bitcoin', /what price will bitcoin hit in february/i, BITCOIN],
  ['nato', /\bnato\b/i, /ukraine|nato/i],
  ['north carolina 2020', /north carolina in the 2020/i, /north carolina/i],
  ['FIL', /\$FIL/i],
  ['$FIL', /\$FIL/i],
  ['AOC', NOMINEES],
  ['mr beast', /mrbeast/i, /beast games|presidential nominee/i],
  ['mrbeast', /mrbeast/i, /beast games|presidential nominee/i],
  ['S&P', /s&p 500/i],
  ["O'Hearn", /hearn/i],
  ['café', /café/i],
  ['cafe', /café/i],
];

const TEAMS: readonly Row[] = [
  ['lakers', /lakers vs\./i, /lakers|2026 nba champion/i],
  ['arsenal', /arsenal/i, /arsenal|premier league/i],
  ['lakers celtics', /lakers vs\. celtics/i],
  ['celtics lakers', /lakers vs\. celtics/i],
  ['barcelona', /barcelona/i],
  ['barca', /barcelona/i],
  ['man utd', /manchester united/i, /manchester/i],
  ['manchester', /manchester/i, /manchester|premier league/i],
  ['napoli', /napoli/i],
  ['saint etienne', /saint-étienne/i],
  ['nurnberg', /nürnberg/i],
  ['senators', /senators vs\.|beat the senators/i, /senators|stanley cup/i],
  ['mavs spurs', /mavericks vs\. spurs/i],
  ['mavericks', /mavericks vs\./i, /mavericks|nba champion|nba/i],
  ['heroic', /heroic/i],
  ['furia vs', /furia/i],
  ['counter strike vitality', /counter-strike.*vitality/i],
  ['texas a&m', /texas a&m/i],
  ['76ers', /76ers/i],
  ['hurricanes', /stanley cup/i, /hurricanes/i],
];

const TICKERS: readonly Row[] = [
  ['btc', /what price will bitcoin|btc/i, BITCOIN],
  ['xrp', /^xrp above|what price will xrp/i, /xrp/i],
  ['sol', /what price will solana|solana above/i, /solana/i],
  ['SPX', /s&p/i],
  ['NVDA', /nvda/i, /nvidia|largest company/i],
  ['nflx', /nflx/i, /netflix/i],
  ['GC', /\(gc\)/i],
  ['bnb', /bnb/i],
  ['doge', /dogecoin/i, /doge/i],
  ['s&p 500', /s&p 500/i],
  ['sp500', /s&p 500/i],
];

const PREFIXES: readonly Row[] = [
  ['bitc', /what price will bitcoin hit in february/i, BITCOIN],
  ['trum', /trump/i],
  ['ethe', /ethereum|ethena/i, /ethe/i],
  ['eurov', /eurovision/i],
  ['super bo', SUPER_BOWL],
  ['oscars 2026 best a', /oscars 2026: best act|oscars 2026: best animated/i, /oscars/i],
  ['what price will bit', /what price will bitcoin/i, BITCOIN],
  ['presid', /presiden/i],
  ['democratic pres', /democratic presidential nominee 2028/i, /president/i],
  ['venez', /venezuela/i],
  ['netan', /nobel peace/i],
  ['nobel p', /nobel peace/i],
  ['stanley c', /stanley cup/i],
  ['dota 2: he', /dota 2.*heroic/i, /dota/i],
  ['highest temp lon', /highest temperature in london/i, /highest temperature/i],
  ['openai i', /openai ipo/i, /openai/i],
  ['premier l', /premier league/i],
  ['fed dec', /fed decision/i, /\bfed\b/i],
];

const MISSPELT: readonly Row[] = [
  ['bitcion', /what price will bitcoin hit in february/i, BITCOIN],
  ['etherium', /ethereum/i],
  ['eurovison', /eurovision/i],
  ['presidental election', /presidential election/i, /election|president/i],
  ['tarrifs', /tariffs/i],
  ['superbowl', SUPER_BOWL],
  ['ukrane ceasefire', /ukraine ceasefire/i, /ukraine|ceasefire/i],
  ['venezula', /venezuela/i],
  ['khameni', /khamenei/i],
  ['colombia electon', /colombia presidential/i, /election/i],
  ['taylor swfit', /halftime/i],
  ['premeir league', /premier league/i],
  ['nobel piece prize', /nobel peace/i],
  ['astralian open', /australian open/i],
  ['dogcoin', /dogecoin/i],
  ['netflx', /netflix/i],
];

const QUESTIONS: readonly Row[] = [
  ['who will win the super bowl', SUPER_BOWL],
  ['who will be the next uk prime minister', /next uk prime minister/i, /prime minister/i],
  ['will bitcoin hit 100k', /bitcoin (above|price|hit).*|what price will bitcoin/i, BITCOIN],
  ['when will GTA 6 come out', /gta (vi|6)/i],
  ['will trump meet putin', /trump and putin meet|trump meet/i, /trump|putin/i],
  ['who wins the world cup', /world cup winner/i, /world cup/i],
  ['what will the fed do in march', /fed decision/i, /\bfed\b/i],
  ['is there a ceasefire in ukraine', /ukraine ceasefire/i, /ukraine|ceasefire/i],
  ['which party will win the senate', /which party win?l? ?.*senate in 2026/i, /senate|balance/i],
  ['how many tweets will elon musk post', /elon musk.*# ?of tweets|elon musk.*tweets/i, /elon/i],
  ['will iran be attacked by the us', /strikes? iran/i, /iran/i],
  ['will xi jinping leave office', /xi jinping out/i],
];

const YEARS: readonly Row[] = [
  ['2028', /2028/i],
  ['election 2028', /election winner 2028/i, /2028/i],
  ['world cup 2026', /2026 fifa world cup winner/i, /world cup/i],
  ['oscars 2026', /oscars 2026/i],
  ['midterms 2026', /2026 midterms/i, /house|senate|midterm/i],
  ['trump 2020', /trump.*2020/i, /2020/i],
  ['bitcoin 2026', /bitcoin.*2026/i, BITCOIN],
  ['ethereum 2025', /ethereum hit in 2025/i, ETHEREUM],
  ['nba 2026', /2026 nba champion/i, /nba/i],
  ['senate 2026', /senate in 2026/i, /senat|balance/i],
];

const MIXES: readonly Row[] = [
  ['trump putin', /trump and putin/i, /trump|putin/i],
  ['putin trump', /trump and putin/i, /trump|putin/i],
  ['elon tweets', /elon musk.*tweets/i, /elon/i],
  ['russia ukraine', /russia x ukraine/i, /ukraine|russia/i],
  ['israel lebanon', /israel strike lebanon/i, /israel/i],
  ['openai ipo', /openai ipo/i, /openai|ipo/i],
  ['ai model', /best ai model|top ai model/i, /model|\bai\b/i],
  ['gold price', /gold \(gc\)/i, /gold/i],
  ['fed chair', /fed chair/i, /\bfed\b/i],
  ['nba mvp', /^nba mvp/i, /nba/i],
  ['halftime show', /halftime/i],
  ['starship flight', /starship/i],
  ['france president', /french presidential/i, /president/i],
  ['bitcoin february', /bitcoin hit in february/i, BITCOIN],
  ['london temperature', /temperature in london/i],
  ['texas senate', /texas.*senate/i, /texas|senate/i],
  ['gta vi', /gta vi/i, /gta/i],
  ['epstein files', /epstein/i],
  ['drake album', /drake|new albums/i],
  ['verstappen', /f1|grand prix|practice/i],
  ['ocasio cortez', NOMINEES],
  ['newsom', NOMINEES],
  ['mcilroy', /the masters/i],
  ['swiatek', /australian open/i],
  ['mi6', null],
  ['qwzx', null],
];

const ACCENTS_AND_SIGNS: readonly Row[] = [
  ['dončić', /nba mvp/i, /nba/i],
  ['doncic', /nba mvp/i, /nba/i],
  ['beyonce', /beyoncé/i],
  ['curacao', /world cup/i],
  ["o'malley", /petr yan/i],
  ['omalley', /petr yan/i],
  ['O’Hara', /kansas governor/i],
  ['j cole', /j\. cole/i],
  ['u.s. tariffs', /tariffs/i],
  ['us tariffs', /tariffs/i],
  ['baden wurttemberg', /baden-württemberg/i],
  ['edouard philippe', /french presidential/i],
  ['francois bayrou', /french presidential/i],
  ['$100k bitcoin', /bitcoin above \$100,000/i, BITCOIN],
  ['ca-11', /ca-11/i],
  ['womens australian open', /women.s australian open/i, /australian open/i],
];

const SCRIPTS: readonly Row[] = [
  ['東京', /東京/i],
  ['知事選挙', /知事選挙/i],
  ['東京 2025', /東京2025/i],
  ['2025年', /2025年/i, /2025の/i],
  ['万博', /万博/i],
  ['总统选举', /总统选举/i],
  ['美国 2028', /美国/i],
  ['спартак', /Спартак/i],
  ['выборы 2026', /Выборы/i, /2026/i],
  ['손흥민', /손흥민/i],
  ['월드컵', /월드컵/i],
  ['العراقية', /العراقية/i],
  ['ολυμπιακος', /Ολυμπιακός/i],
  ['भारत', /भारत/i],
];

const HABITS: Readonly<Record<string, readonly Row[]>> = {
  'went wrong once': WENT_WRONG,
  'teams and players': TEAMS,
  tickers: TICKERS,
  'while typing': PREFIXES,
  misspelt: MISSPELT,
  questions: QUESTIONS,
  years: YEARS,
  'some words': MIXES,
  'accents and signs': ACCENTS_AND_SIGNS,
  scripts: SCRIPTS,
};

export const JUDGED: ReadonlyMap<string, readonly Judged[]> = new Map(
  Object.entries(HABITS).map(([habit, rows]) => [
    habit,
    rows.map(([q, right, fitting]) => ({ q, right, ...(fitting === undefined ? {} : { fitting }) })),
  ]),
);
