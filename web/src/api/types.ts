/**
 * Messages between the page and the server, under the server's names, and those types that the page makes of them.
 *
 * `make api` and `make lint` generate `schema.ts` from the server's OpenAPI schema, so that its types cannot differ from the
 * server's. Git ignores it: only the type checker reads it.
 */

import type * as schema from "./schema";

export type * from "./schema";
export type {
  CellDescribed as CellMessage,
  Erratum as ErratumMessage,
  Feat as FeatMessage,
  FigureStep as FigureStepMessage,
  FigureTable as FigureMessage,
  GameSettingsInput as NewSettings,
  KeyMoveDescribed as KeyMoveMessage,
  MarkDescribed as MarkMessage,
  Replay as ErratumReplay,
  Strength as StrengthMessage,
  ValueDescribed as ValueMessage,
} from "./schema";

export type DrillKind = schema.DrillsMade["kind"];
export type ErrorCode = schema.ErrorBody["code"];
export type GameAction = schema.Act["action"];
export type GameEvent = schema.Happening["event"];
export type OfferName = schema.OfferAction["what"];
export type SideName = schema.PositionReviewed["to_move"];
export type ThinkingProgress = schema.Thinking["progress"];

// The socket of requests gives each its number.
export type AnalysisRequest = Omit<schema.AnalysisRequest, "request">;
export type AnimationRequest = Omit<schema.AnimationRequest, "request">;
export type ReviewRequest = Omit<schema.ReviewRequest, "request">;
export type LabRequest = Omit<schema.LabRequest, "request">;

export type AnalysisResult = schema.AnalysisCells | schema.AnalysisDone;
export type AnimationResult = schema.AnimationDone | schema.AnimationProgress;
export type ReviewResult = schema.ReviewDone | schema.ReviewProgress;
export type LabResult = schema.LabDone | schema.LabProgress;

export type LiveFromPage = schema.Join | schema.Act | schema.Ping | schema.Seen;
export type LiveToPage =
  | schema.Clocks
  | schema.Happening
  | schema.Joined
  | schema.Pong
  | schema.Presence
  | schema.Refused
  | schema.Saving
  | schema.Thinking;

/** The live game that a request is about, which may not allow it; empty if it is about no live game. */
export interface Inquiry {
  readonly game?: string;
  /** The secrets of the seats that this browser holds in that game. */
  readonly secrets?: readonly string[];
}

export interface PositionRef extends Inquiry {
  readonly board: string;
  /** Position text, null for the empty board. */
  readonly start: string | null;
  readonly moves: readonly string[];
}

export interface GameRef extends PositionRef {
  /** The side that won although no line says so; null for none. */
  readonly winner: SideName | null;
}
