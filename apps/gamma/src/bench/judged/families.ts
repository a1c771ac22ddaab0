import type { NamedEvent } from './named-event';

/** Titles as in a real catalog: the same title repeated by day, by coin, by state. */

const COINS = [
  ['Bitcoin', 'BTC'],
  ['Ethereum', 'ETH'],
  ['Solana', 'SOL'],
  ['XRP', 'XRP'],
] as const;
const CITIES = ['London', 'New York City', 'Dallas', 'Toronto', 'Wellington', 'Ankara'];
const SEATS = ['CT-05', 'TX-07', 'PA-11', 'OK-01', 'NY-12', 'CA-22', 'AZ-01', 'WA-09'];
const STATES = ['Arizona', 'Florida', 'North Carolina', 'Georgia', 'Texas', 'Ohio', 'Nevada', 'Michigan'];
const SENATE = ['North Carolina', 'Texas', 'Minnesota', 'Kentucky', 'Louisiana', 'Maine'];
const TEAMS = ['Vitality', 'MOUZ', 'FURIA', 'Heroic', 'NAVI', 'FaZe', 'Liquid', 'G2'];
const COLLEGES = [
  'Duke Blue Devils vs. North Carolina Tar Heels',
  'Campbell Fighting Camels vs. North Carolina A&T Aggies',
  'Columbia Lions vs. Yale Bulldogs',
  'Texas Longhorns vs. Auburn Tigers',
  'Texas A&M Aggies vs. Arizona Wildcats',
  'Bengals vs. Steelers',
  'Bears vs. Eagles',
  'Jaguars vs. Colts',
  'Texans vs. Titans',
  'Chelsea FC vs. FC Barcelona',
  'Leicester vs. Crystal Palace',
  'Sharks vs. Canucks',
];

export function* families(): Generator<NamedEvent> {
  for (const [coin, ticker] of COINS) yield* ofCoin(coin, ticker);
  for (const city of CITIES) {
    for (const day of [7, 8, 9])
      yield ['open', 20 - day, 30 - day, `Highest temperature in ${city} on February ${day}?`, WEATHER];
    yield ['closed', 0, 60, `Highest temperature in ${city} on July 13?`, WEATHER];
  }
  for (const seat of SEATS) yield ['open', 0, seat.length, `${seat} House Election Winner`, MIDTERM];
  for (const [nth, state] of STATES.entries()) {
    yield ['closed', 0, 200 + nth, `Which party will win ${state} in the 2020 presidential election?`, STATE_BY_STATE];
  }
  for (const state of SENATE) {
    for (const party of ['Republican', 'Democratic']) {
      const description = `The one who stands for Senator of the United States from ${state} in 2026.`;
      yield ['open', 0, 20, `${state} ${party} Senate Primary Winner`, { tags: ['Politics', 'Primaries'], description }];
    }
  }
  for (const [nth, team] of TEAMS.entries()) {
    const [other, third] = [TEAMS[(nth + 1) % TEAMS.length], TEAMS[(nth + 3) % TEAMS.length]];
    yield [
      nth % 3 === 0 ? 'open' : 'closed',
      nth % 3 === 0 ? 20 : 0,
      300 - nth,
      `Counter-Strike: ${team} vs ${other} (BO3)`,
      ESPORTS,
    ];
    yield ['closed', 0, 260 + nth, `Dota 2: ${team} vs ${third} (BO3)`, ESPORTS];
  }
  for (const game of COLLEGES) yield ['closed', 0, 60 + game.length, game, { tags: ['Sports'] }];
}

const WEATHER = { tags: ['Weather'], description: 'By the station’s file of observations.' };
const MIDTERM = {
  tags: ['Politics', 'Midterms'],
  questions: ['Will the Republican win the House seat in 2026?'],
  description: 'The seat in the House of Representatives, by identifiable affiliation with a party.',
};
/** Each description names all states. */
const STATE_BY_STATE = {
  tags: ['Politics', 'Elections'],
  description: `One of the states that decided the presidential election of 2020: ${STATES.join(', ')}.`,
};
const ESPORTS = { tags: ['Esports'] };

function* ofCoin(coin: string, ticker: string): Generator<NamedEvent> {
  const more = { tags: ['Crypto', coin], description: `Resolves by the ${ticker}/USDT candle of an hour.` };
  for (let hour = 1; hour <= 12; hour += 1) {
    yield ['closed', 0, 10 + (hour % 5), `${coin} Up or Down - November ${hour}, ${hour}:00AM-${hour}:15AM ET`, more];
  }
  for (const day of [7, 8, 9, 10]) {
    const question = { ...more, questions: [`Will ${coin} be above the line on February ${day}?`] };
    yield ['open', 300 - day * 20, 900 - day * 20, `${coin} above ___ on February ${day}?`, question];
    yield ['open', 200 - day * 15, 500 - day * 15, `${coin} price on February ${day}?`, more];
    yield ['open', 100 - day * 5, 120 - day * 5, `${coin} Up or Down on February ${day}?`, more];
    yield ['closed', 0, 700 + day, `${coin} above ___ on September ${day}, 4PM ET?`, question];
  }
}
