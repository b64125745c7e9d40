"""The rules of Samsara that can speak against an action."""

from companion.core.rules import Rule

SAMSARA_CARDS = Rule(
    "samsara.samsara-cards",
    "A Samsara card is an Experience card from one of the eight stacks; karma "
    "cards are not.",
)
AMULET_FACES = Rule(
    "samsara.amulet-faces",
    "A gold face asks for eight symbols, a copper face for six.",
)
SETUP_AMULETS = Rule(
    "samsara.setup-amulets",
    "Six random amulets lie in every gap between neighbours.",
)
SETUP_AMULETS_TWO_PLAYERS = Rule(
    "samsara.setup-amulets-two-players",
    "Two players share one pool of twelve amulets.",
)
SETUP_AMULETS_FIVE_PLAYERS = Rule(
    "samsara.setup-amulets-five-players",
    "Five players use all 30 amulets, six per gap, with one or two copper faces "
    "in each.",
)
CHOOSING_CHARACTERS = Rule(
    "samsara.choosing-characters",
    "Characters are chosen in reverse order: the last player first, the first "
    "player last.",
)
OPENING_HAND = Rule(
    "samsara.opening-hand",
    "An opening hand of four equal cards is not kept: shuffle all eight and draw "
    "again.",
)
PHASES = Rule(
    "samsara.phases",
    "A turn goes in this order: move, take a card, action, amulet, discard, draw.",
)
SETTLE_FIRST = Rule(
    "samsara.settle-first",
    "An open question comes first: a toll, a reincarnation, a choice of card or a"
    " power must be settled before the game goes on.",
)
GAME_OVER = Rule(
    "samsara.game-over",
    "After the last turn of the final round nothing more is played.",
)
MOVE_COMPULSORY = Rule(
    "samsara.move-compulsory",
    "Every turn begins with a move of at least one zone, clockwise.",
)
MOVE_STEPS = Rule(
    "samsara.move-steps",
    "From a zone you move one to seven zones clockwise and never end where you "
    "started.",
)
TOLL = Rule(
    "samsara.toll",
    "If your pawn stops where an opponent stands, give a card to one of them or "
    "take two Bad Karma into your hand.",
)
TOLL_OCCUPANT = Rule(
    "samsara.toll-occupant",
    "The toll goes to a player of your choice who stands on the zone you entered.",
)
TOLL_FIVE_PLAYERS = Rule(
    "samsara.toll-five-players",
    "With five players an occupant you choose takes a Good Karma from the supply,"
    " or you take two Bad Karma.",
)
TOLL_SOLO = Rule(
    "samsara.toll-solo",
    "Stopping on the neutral pawn's zone or beside it costs a card put back or "
    "two Bad Karma.",
)
REINCARNATION_COMPULSORY = Rule(
    "samsara.reincarnation-compulsory",
    "As long as you hold cards that may be put back you must put them back; you "
    "cannot take Bad Karma instead.",
)
BAD_KARMA_STICKS = Rule(
    "samsara.bad-karma-sticks",
    "Bad Karma cannot be given as a toll, put back at a reincarnation or by "
    "Yugal, or placed in the Reserve.",
)
TAKE_CARD = Rule(
    "samsara.take-card",
    "After moving, take the top card of the stack at your zone into your hand.",
)
EMPTY_STACK = Rule(
    "samsara.empty-stack",
    "If the stack is used up you may take one Good Karma instead, or nothing.",
)
KAAM_KAR_REACH = Rule(
    "samsara.kaam-kar-reach",
    "With Kaam Kar cards in play you may take your card from a zone as many steps"
    " away as you have copies.",
)
CARD_IN_HAND = Rule(
    "samsara.card-in-hand",
    "You can only use a card that is in your hand, or that may be among its cards"
    " nobody has reported.",
)
REPORT_CARDS = Rule(
    "samsara.report-cards",
    "When cards come from a shuffled pile the table may show them, or say that "
    "they stay unknown.",
)
ONE_ACTION = Rule(
    "samsara.one-action",
    "You may play one Experience card for its action; more only if a card allows it.",
)
NO_ACTION_ON_KARMA = Rule(
    "samsara.no-action-on-karma",
    "Good Karma and Bad Karma cannot be played in the action phase.",
)
YUGAL = Rule(
    "samsara.yugal",
    "Put back one card from your hand, then take one Samsara card of your choice "
    "into your hand.",
)
GYAAN = Rule("samsara.gyaan", "Move one card from your hand to your Reserve.")
MAUT = Rule(
    "samsara.maut",
    "Put one Bad Karma from your hand back on the Bad Karma supply.",
)
ONE_AMULET_PER_TURN = Rule(
    "samsara.one-amulet-per-turn",
    "After your action you may win one amulet, never two in a turn.",
)
AMULET_GAP = Rule(
    "samsara.amulet-gap",
    "You may only win an amulet that lies in the gap on your left or on your right.",
)
PAYMENT_CARDS = Rule(
    "samsara.payment-cards",
    "An amulet is paid with cards still in your hand and cards in your Reserve.",
)
PAYMENT_COMPLETE = Rule(
    "samsara.payment-complete",
    "All symbols on the amulet must be covered; light, dark, jokers and Reserve "
    "may be mixed.",
)
GOLDEN_RULE = Rule(
    "samsara.golden-rule",
    "Your fifth amulet must be won without a single dark symbol.",
)
ACTIVATE_POWER = Rule(
    "samsara.activate-power",
    "After winning an amulet you must use one of your three powers and put your "
    "marker on it.",
)
POWER_COVERED = Rule(
    "samsara.power-covered",
    "The power under your marker cannot be chosen at your next amulet.",
)
SUPPLY_EMPTY = Rule(
    "samsara.supply-empty",
    "If a supply runs short, take as many cards as there are; nothing replaces "
    "the rest.",
)
VANARAH = Rule(
    "samsara.vanarah",
    "Powers: put an Evanescent card from the Samsara into play; a Good Karma or a"
    " Samsara card for the next hand.",
)
SOLO_SETUP = Rule(
    "samsara.solo-setup",
    "Four cards per type, six amulets beside the wheel, your pawn and a neutral "
    "pawn in the start gap.",
)
EXPANSION = Rule(
    "samsara.expansion",
    "Know the base game first, and use the seven new characters with three or "
    "more players.",
)
ANCESTRAL_SETUP = Rule(
    "samsara.ancestral-setup",
    "Starting with the last player, each player places one across the border of "
    "two zones, face of choice up.",
)
ANCESTRAL_WIN = Rule(
    "samsara.ancestral-win",
    "Pay as for any amulet, with your pawn on one of the two zones it touches.",
)
ANCESTRAL_EFFECTS = Rule(
    "samsara.ancestral-effects",
    "Its effect and those of all Ancestral Amulets you own take place in the "
    "order you choose, then one character power.",
)
ANCESTRAL_SILVER = Rule(
    "samsara.ancestral-silver",
    "Silver gives: lose a Bad Karma, double your power, a Samsara card in hand or"
    " Reserve, or two Good Karma.",
)
ANCESTRAL_RED = Rule(
    "samsara.ancestral-red",
    "Red hurts: opponents lose an Evanescent card, discard, put back cards or "
    "receive Bad Karma.",
)
FORCED_DISCARD = Rule(
    "samsara.forced-discard",
    "Experience cards and Good Karma go first; Bad Karma only when nothing else "
    "is left.",
)
SPECIAL_REVEALED = Rule(
    "samsara.special-revealed",
    "If taking a card uncovers a special one, take the special and put the card back.",
)
DURMANGALA_YUGAL = Rule(
    "samsara.durmangala-yugal",
    "Put back a Good Karma from your hand and take one Samsara card.",
)
SUKARA = Rule(
    "samsara.sukara",
    "Two markers, one per side of the board; one power lets Sukara use a free "
    "power of an opponent.",
)
KASYAPA = Rule(
    "samsara.kasyapa",
    "Powers: swap two amulets, up to twice; or keep a neighbouring amulet on your"
    " own board for later.",
)
KUTI = Rule(
    "samsara.kuti",
    "Powers: steal an opponent's Evanescent or Reserve card, or a random card "
    "from a hand, into your discard.",
)
MUYARATI = Rule(
    "samsara.muyarati",
    "Power: look at the top three cards of an opponent's draw pile and keep one.",
)
KHADGIN = Rule(
    "samsara.khadgin",
    "Powers: all opponents discard two cards; or turn over an amulet and, if you "
    "like, move it.",
)
MARJARI = Rule(
    "samsara.marjari",
    "Power: an opponent gives you a card, which joins your next hand.",
)
IRIAKIE = Rule(
    "samsara.iriakie",
    "Powers: choose three cards of your next hand from your draw pile, or discard"
    " three cards from it.",
)
AMULETS_IMMUNE = Rule(
    "samsara.amulets-immune",
    "Only amulets nobody has won can be swapped or turned; Kasyapa's reserved one"
    " is safe.",
)
OTHER_POWER = Rule(
    "samsara.other-power",
    "If a power is not in the rulebook, read it from your aid and enter what it does.",
)

RULES = (
    SAMSARA_CARDS,
    AMULET_FACES,
    SETUP_AMULETS,
    SETUP_AMULETS_TWO_PLAYERS,
    SETUP_AMULETS_FIVE_PLAYERS,
    CHOOSING_CHARACTERS,
    OPENING_HAND,
    PHASES,
    SETTLE_FIRST,
    GAME_OVER,
    MOVE_COMPULSORY,
    MOVE_STEPS,
    TOLL,
    TOLL_OCCUPANT,
    TOLL_FIVE_PLAYERS,
    TOLL_SOLO,
    REINCARNATION_COMPULSORY,
    BAD_KARMA_STICKS,
    TAKE_CARD,
    EMPTY_STACK,
    KAAM_KAR_REACH,
    CARD_IN_HAND,
    REPORT_CARDS,
    ONE_ACTION,
    NO_ACTION_ON_KARMA,
    YUGAL,
    GYAAN,
    MAUT,
    ONE_AMULET_PER_TURN,
    AMULET_GAP,
    PAYMENT_CARDS,
    PAYMENT_COMPLETE,
    GOLDEN_RULE,
    ACTIVATE_POWER,
    POWER_COVERED,
    SUPPLY_EMPTY,
    VANARAH,
    SOLO_SETUP,
    EXPANSION,
    ANCESTRAL_SETUP,
    ANCESTRAL_WIN,
    ANCESTRAL_EFFECTS,
    ANCESTRAL_SILVER,
    ANCESTRAL_RED,
    FORCED_DISCARD,
    SPECIAL_REVEALED,
    DURMANGALA_YUGAL,
    SUKARA,
    KASYAPA,
    KUTI,
    MUYARATI,
    KHADGIN,
    MARJARI,
    IRIAKIE,
    AMULETS_IMMUNE,
    OTHER_POWER,
)
"""Every rule this engine can refuse with, in the order of the rulebook."""
