"""The rules of Samsara that can speak against an action."""

from companion.core.rules import Rule


def _rule(slug: str, title: str) -> Rule:
    return Rule(f"samsara.{slug}", title)


SAMSARA_CARDS = _rule(
    "samsara-cards",
    "A Samsara card is an Experience card from one of the eight stacks; karma cards "
    "are not.",
)
AMULET_FACES = _rule(
    "amulet-faces", "A gold face asks for eight symbols, a copper face for six."
)
SETUP_AMULETS = _rule(
    "setup-amulets", "Six random amulets lie in every gap between neighbours."
)
SETUP_AMULETS_TWO_PLAYERS = _rule(
    "setup-amulets-two-players", "Two players share one pool of twelve amulets."
)
SETUP_AMULETS_FIVE_PLAYERS = _rule(
    "setup-amulets-five-players",
    "Five players use all 30 amulets, six per gap, with one or two copper faces in "
    "each.",
)
CHOOSING_CHARACTERS = _rule(
    "choosing-characters",
    "Characters are chosen in reverse order: the last player first, the first player "
    "last.",
)
OPENING_HAND = _rule(
    "opening-hand",
    "An opening hand of four equal cards is not kept: shuffle all eight and draw "
    "again.",
)
PHASES = _rule(
    "phases",
    "A turn goes in this order: move, take a card, action, amulet, discard, draw.",
)
SETTLE_FIRST = _rule(
    "settle-first",
    "An open question comes first: a toll, a reincarnation, a choice of card or a "
    "power must be settled before the game goes on.",
)
END_OF_GAME = _rule(
    "end-of-game",
    "When somebody wins the fifth amulet, the round is played to its end so that all "
    "have had the same number of turns.",
)
GAME_OVER = _rule(
    "game-over", "After the last turn of the final round nothing more is played."
)
MOVE_COMPULSORY = _rule(
    "move-compulsory", "Every turn begins with a move of at least one zone, clockwise."
)
MOVE_STEPS = _rule(
    "move-steps",
    "From a zone you move one to seven zones clockwise and never end where you "
    "started.",
)
TOLL = _rule(
    "toll",
    "If your pawn stops where an opponent stands, give a card to one of them or take "
    "two Bad Karma into your hand.",
)
TOLL_OCCUPANT = _rule(
    "toll-occupant",
    "The toll goes to a player of your choice who stands on the zone you entered.",
)
TOLL_FIVE_PLAYERS = _rule(
    "toll-five-players",
    "With five players an occupant you choose takes a Good Karma from the supply, or "
    "you take two Bad Karma.",
)
TOLL_SOLO = _rule(
    "toll-solo",
    "Stopping on the neutral pawn's zone or beside it costs a card put back or two "
    "Bad Karma.",
)
REINCARNATION_COMPULSORY = _rule(
    "reincarnation-compulsory",
    "As long as you hold cards that may be put back you must put them back; you "
    "cannot take Bad Karma instead.",
)
BAD_KARMA_STICKS = _rule(
    "bad-karma-sticks",
    "Bad Karma cannot be given as a toll, put back at a reincarnation or by Yugal, or"
    " placed in the Reserve.",
)
TAKE_CARD = _rule(
    "take-card",
    "After moving, take the top card of the stack at your zone into your hand.",
)
EMPTY_STACK = _rule(
    "empty-stack",
    "If the stack is used up you may take one Good Karma instead, or nothing.",
)
KAAM_KAR_REACH = _rule(
    "kaam-kar-reach",
    "With Kaam Kar cards in play you may take your card from a zone as many steps "
    "away as you have copies.",
)
CARD_IN_HAND = _rule(
    "card-in-hand",
    "You can only use a card that is in your hand, or that may be among its cards "
    "nobody has reported.",
)
REPORT_CARDS = _rule(
    "report-cards",
    "When cards come from a shuffled pile the table may show them, or say that they "
    "stay unknown.",
)
ONE_ACTION = _rule(
    "one-action",
    "You may play one Experience card for its action; more only if a card allows it.",
)
NO_ACTION_ON_KARMA = _rule(
    "no-action-on-karma",
    "Good Karma and Bad Karma cannot be played in the action phase.",
)
YUGAL = _rule(
    "yugal",
    "Put back one card from your hand, then take one Samsara card of your choice into"
    " your hand.",
)
GYAAN = _rule("gyaan", "Move one card from your hand to your Reserve.")
MAUT = _rule("maut", "Put one Bad Karma from your hand back on the Bad Karma supply.")
ONE_AMULET_PER_TURN = _rule(
    "one-amulet-per-turn",
    "After your action you may win one amulet, never two in a turn.",
)
AMULET_GAP = _rule(
    "amulet-gap",
    "You may only win an amulet that lies in the gap on your left or on your right.",
)
PAYMENT_CARDS = _rule(
    "payment-cards",
    "An amulet is paid with cards still in your hand and cards in your Reserve.",
)
PAYMENT_COMPLETE = _rule(
    "payment-complete",
    "All symbols on the amulet must be covered; light, dark, jokers and Reserve may "
    "be mixed.",
)
GOLDEN_RULE = _rule(
    "golden-rule", "Your fifth amulet must be won without a single dark symbol."
)
ACTIVATE_POWER = _rule(
    "activate-power",
    "After winning an amulet you must use one of your three powers and put your "
    "marker on it.",
)
POWER_COVERED = _rule(
    "power-covered", "The power under your marker cannot be chosen at your next amulet."
)
SUPPLY_EMPTY = _rule(
    "supply-empty",
    "If a supply runs short, take as many cards as there are; nothing replaces the "
    "rest.",
)
VANARAH = _rule(
    "vanarah",
    "Powers: put an Evanescent card from the Samsara into play; a Good Karma or a "
    "Samsara card for the next hand.",
)
SOLO_SETUP = _rule(
    "solo-setup",
    "Four cards per type, six amulets beside the wheel, your pawn and a neutral pawn "
    "in the start gap.",
)
EXPANSION = _rule(
    "expansion",
    "Know the base game first, and use the seven new characters with three or more "
    "players.",
)
ANCESTRAL_SETUP = _rule(
    "ancestral-setup",
    "Starting with the last player, each player places one across the border of two "
    "zones, face of choice up.",
)
ANCESTRAL_WIN = _rule(
    "ancestral-win",
    "Pay as for any amulet, with your pawn on one of the two zones it touches.",
)
ANCESTRAL_EFFECTS = _rule(
    "ancestral-effects",
    "Its effect and those of all Ancestral Amulets you own take place in the order "
    "you choose, then one character power.",
)
ANCESTRAL_SILVER = _rule(
    "ancestral-silver",
    "Silver gives: lose a Bad Karma, double your power, a Samsara card in hand or "
    "Reserve, or two Good Karma.",
)
ANCESTRAL_RED = _rule(
    "ancestral-red",
    "Red hurts: opponents lose an Evanescent card, discard, put back cards or receive"
    " Bad Karma.",
)
FORCED_DISCARD = _rule(
    "forced-discard",
    "Experience cards and Good Karma go first; Bad Karma only when nothing else is "
    "left.",
)
SPECIAL_REVEALED = _rule(
    "special-revealed",
    "If taking a card uncovers a special one, take the special and put the card back.",
)
DURMANGALA_YUGAL = _rule(
    "durmangala-yugal",
    "Put back a Good Karma from your hand and take one Samsara card.",
)
SUKARA = _rule(
    "sukara",
    "Two markers, one per side of the board; one power lets Sukara use a free power "
    "of an opponent.",
)
KASYAPA = _rule(
    "kasyapa",
    "Powers: swap two amulets, up to twice; or keep a neighbouring amulet on your own"
    " board for later.",
)
KUTI = _rule(
    "kuti",
    "Powers: steal an opponent's Evanescent or Reserve card, or a random card from a "
    "hand, into your discard.",
)
MUYARATI = _rule(
    "muyarati",
    "Power: look at the top three cards of an opponent's draw pile and keep one.",
)
KHADGIN = _rule(
    "khadgin",
    "Powers: all opponents discard two cards; or turn over an amulet and, if you "
    "like, move it.",
)
MARJARI = _rule(
    "marjari", "Power: an opponent gives you a card, which joins your next hand."
)
IRIAKIE = _rule(
    "iriakie",
    "Powers: choose three cards of your next hand from your draw pile, or discard "
    "three cards from it.",
)
AMULETS_IMMUNE = _rule(
    "amulets-immune",
    "Only amulets nobody has won can be swapped or turned; Kasyapa's reserved one is "
    "safe.",
)
OTHER_POWER = _rule(
    "other-power",
    "If a power is not in the rulebook, read it from your aid and enter what it does.",
)

RULES = tuple(rule for rule in list(globals().values()) if isinstance(rule, Rule))
"""Every rule this engine can refuse with, in the order of the rulebook."""
