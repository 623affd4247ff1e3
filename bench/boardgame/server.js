// The peer of ./dev bench load: boardgame.io with a game whose views are as large as ours.
// node server.js PORT [FOLDER]: with a folder its durable store, else its store in memory.

const { Server, FlatFile } = require('boardgame.io/server');

const SEATS = 4;
const CARDS = 60;

const game = {
  name: 'cards',
  setup: () => ({
    hands: Array.from({ length: SEATS }, (_, seat) =>
      Array.from({ length: CARDS }, (_, card) => ({ id: seat * CARDS + card, colour: card % 5 }))),
    table: Array.from({ length: CARDS }, (_, card) => ({ id: 1000 + card, by: null })),
  }),
  playerView: ({ G, playerID }) => ({
    table: G.table,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand.slice(0, 10) : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, ctx }) => {
      G.table[ctx.turn % CARDS].by = ctx.currentPlayer;
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], origins: [/.*/], db }).run(Number(port), () => console.log('open'));
