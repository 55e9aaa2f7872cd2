/**
 * Messages between the page and the server, under the server's names.
 *
 * All types are taken from `schema.ts`, which `make api` and `make lint` generate from the server's OpenAPI schema, so
 * that they cannot differ from the server's. Git ignores it: only the type checker reads it.
 */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type BoardDescribed = Schemas["BoardDescribed"];
export type BoardSuggested = Schemas["BoardSuggested"];
export type DrillDescribed = Schemas["DrillDescribed"];
export type DrillsMade = Schemas["DrillsMade"];
export type DrillKind = DrillsMade["kind"];
export type OptionDescribed = Schemas["OptionDescribed"];
export type PlayerDescribed = Schemas["PlayerDescribed"];
export type PlayersAtBoard = Schemas["PlayersAtBoard"];

export type AnimationRequest = Omit<Schemas["AnimationRequest"], "request">;
export type AnimationResult = Schemas["AnimationDone"] | Schemas["AnimationProgress"];
export type CardToDraw = Schemas["CardToDraw"];
export type GameRead = Schemas["GameRead"];
export type GameToDraw = Schemas["GameToDraw"];
export type GameToWrite = Schemas["GameToWrite"];
export type PositionDescribed = Schemas["PositionDescribed"];

export type CellMessage = Schemas["CellDescribed"];
export type HintMessage = Schemas["HintMessage"];
export type ProofNode = Schemas["ProofNode"];
export type ProofGroup = Schemas["ProofGroup"];
export type ProofReplies = Schemas["ProofReplies"];
export type ValueMessage = Schemas["ValueDescribed"];
export type WhyAnswer = Schemas["WhyAnswer"];

export type AnalysisRequest = Omit<Schemas["AnalysisRequest"], "request">;
export type AnalysisResult = Schemas["AnalysisCells"] | Schemas["AnalysisDone"];

export type ExhibitDescribed = Schemas["ExhibitDescribed"];
export type FigureMessage = Schemas["FigureTable"];
export type FigureStepMessage = Schemas["FigureStep"];
export type LevelAnswer = Schemas["LevelAnswer"];
export type LevelsShown = Schemas["LevelsShown"];
export type FeatMessage = Schemas["Feat"];
export type FeatsShown = Schemas["FeatsShown"];
export type LevelGuess = Schemas["LevelGuess"];
export type GuessAnswer = Schemas["GuessAnswer"];
export type OpeningTable = Schemas["OpeningTable"];
export type TrialExample = Schemas["TrialExample"];
export type MuseumRoom = Schemas["MuseumRoom"];
export type SelfPlayMessage = Schemas["SelfPlay"];
export type SelfPlayRequest = Omit<Schemas["SelfPlayRequest"], "request">;
export type SelfPlayResult = Schemas["SelfPlayDone"] | Schemas["SelfPlayProgress"];
export type ErratumMessage = Schemas["Erratum"];
export type ErratumReplay = Schemas["Replay"];
export type StrengthMessage = Schemas["Strength"];

export type KeyMoveMessage = Schemas["KeyMoveDescribed"];
export type MarkMessage = Schemas["MarkDescribed"];
export type PositionReviewed = Schemas["PositionReviewed"];
export type ReviewRequest = Omit<Schemas["ReviewRequest"], "request">;
export type ReviewResult = Schemas["ReviewDone"] | Schemas["ReviewProgress"];
export type SideName = PositionReviewed["to_move"];

export type RequestCancel = Schemas["RequestCancel"];
export type RequestQueued = Schemas["RequestQueued"];
export type RequestRefused = Schemas["RequestRefused"];

export type Continuation = Schemas["Continuation"];
export type ExplorerNode = Schemas["ExplorerNode"];
export type GamesThrough = Schemas["GamesThrough"];

export type GameAction = Schemas["Act"]["action"];
export type ClockState = Schemas["ClockState"];
export type ErrorBody = Schemas["ErrorBody"];
export type ErrorCode = ErrorBody["code"];
export type GameEvent = Schemas["Happening"]["event"];
export type GameEntry = Schemas["GameEntry"];
export type GameLists = Schemas["GameLists"];
export type GameMade = Schemas["GameMade"];
export type LiveFromPage = Schemas["Join"] | Schemas["Act"] | Schemas["Ping"] | Schemas["Seen"];
export type LiveToPage =
  | Schemas["Clocks"]
  | Schemas["Happening"]
  | Schemas["Joined"]
  | Schemas["Pong"]
  | Schemas["Presence"]
  | Schemas["Refused"]
  | Schemas["Saving"]
  | Schemas["Thinking"];
export type MoveNote = Schemas["MoveNote"];
export type NewRoomGame = Schemas["NewRoomGame"];
export type NewGame = Schemas["NewGame"];
export type NewSettings = Schemas["GameSettings-Input"];
export type NamedGames = Schemas["NamedGames"];
export type GamesStanding = Schemas["GamesStanding"];
export type NameMade = Schemas["NameMade"];
export type NameOwned = Schemas["NameOwned"];
export type OfferName = Schemas["OfferAction"]["what"];
export type OpenOffer = Schemas["OpenOffer"];
export type Presence = Schemas["Presence"];
export type Room = Schemas["Room"];
export type RoomGames = Schemas["RoomGames"];
export type RoomMade = Schemas["RoomMade"];
export type RoundRobin = Schemas["RoundRobin"];
export type ThinkingProgress = Schemas["Thinking"]["progress"];
export type SeatClaimed = Schemas["SeatClaimed"];
export type FirstSeat = Schemas["FirstSeat"];
export type SeriesScore = Schemas["SeriesScore"];
export type Snapshot = Schemas["Snapshot"];

/** The live game that a request is about, which may not allow it; empty if it is about no live game. */
export interface Inquiry {
  readonly game?: string;
  /** The secrets of the seats that this browser holds in that game. */
  readonly secrets?: readonly string[];
}

/** A position. */
export interface PositionRef extends Inquiry {
  readonly board: string;
  /** Position text, null for the empty board. */
  readonly start: string | null;
  readonly moves: readonly string[];
}

/** A game. */
export interface GameRef extends PositionRef {
  /** The side that won although no line says so; null for none. */
  readonly winner: SideName | null;
}
