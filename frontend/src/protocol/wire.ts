// Generated from protocol/openapi.json by "make protocol"; do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Candidate */
        readonly Candidate: {
            /** Id */
            readonly id: number;
            /** Label */
            readonly label: string;
            /** Probability */
            readonly probability: number;
        };
        /**
         * ErrorBody
         * @description An error as it travels: `field` names the input at fault, `data` carries the figures.
         */
        readonly ErrorBody: {
            /** Code */
            readonly code: string;
            /** Message */
            readonly message: string;
            /**
             * Field
             * @default null
             */
            readonly field: string | null;
            /** Data */
            readonly data?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * HeadMeasures
         * @description One value for each head of the event, averaged over the query rows measured; None: not defined here.
         */
        readonly HeadMeasures: {
            /**
             * Entropy
             * @description nats
             */
            readonly entropy: readonly (number | null)[];
            /**
             * Distance
             * @description mean of |query - key|, tokens
             */
            readonly distance: readonly (number | null)[];
            /**
             * First Token
             * @description share on the first real token
             */
            readonly first_token: readonly (number | null)[];
            /**
             * Previous Token
             * @description share on the token before the query
             */
            readonly previous_token: readonly (number | null)[];
            /**
             * Self Token
             * @description share on the query's own token
             */
            readonly self_token: readonly (number | null)[];
            /**
             * Separator
             * @description share on special tokens other than the first token
             */
            readonly separator: readonly (number | null)[];
            /**
             * Induction
             * @description share on the tokens that followed earlier occurrences of the query's token
             */
            readonly induction: readonly (number | null)[];
            /**
             * Largest
             * @description largest weight of a row
             */
            readonly largest: readonly (number | null)[];
        };
        /**
         * ModelCard
         * @description A model's facts, read from its config.
         */
        readonly ModelCard: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /**
             * Architecture
             * @enum {string}
             */
            readonly architecture: "decoder" | "encoder" | "encoder_decoder";
            /** Layers */
            readonly layers: number;
            /**
             * Query Heads
             * @description query heads in a layer
             */
            readonly query_heads: number;
            /**
             * Kv Heads
             * @description key-value heads in a layer; query head h reads h // (query_heads / kv_heads)
             */
            readonly kv_heads: number;
            /** Head Dim */
            readonly head_dim: number;
            /** Model Dim */
            readonly model_dim: number;
            /** Vocab */
            readonly vocab: number;
            /**
             * Context Tokens
             * @description most tokens in one row, special tokens included
             */
            readonly context_tokens: number;
            /**
             * Parameters
             * @description trainable values, tied matrices once
             */
            readonly parameters: number;
            /**
             * Position
             * @description position encoding, in words
             */
            readonly position: string;
            /** Norm */
            readonly norm: string;
            /** Ffn */
            readonly ffn: string;
            /** Source */
            readonly source: string;
            /** License */
            readonly license: string;
            /** Accepts Second */
            readonly accepts_second: boolean;
        };
        /**
         * Notice
         * @description Something that happened to the text on its way to tokens.
         */
        readonly Notice: {
            /** Code */
            readonly code: string;
            /** Message */
            readonly message: string;
            /** Data */
            readonly data?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * PackedArray
         * @description Numbers as little-endian bytes with their shape, row-major.
         *
         *     A masked cell is NaN, so that masked and zero stay apart; half precision keeps small weights that
         *     eight linear bits would round to zero.
         */
        readonly PackedArray: {
            /** Shape */
            readonly shape: readonly number[];
            /**
             * Dtype
             * @enum {string}
             */
            readonly dtype: "float16" | "float32";
            /**
             * Data
             * Format: binary
             */
            readonly data: Uint8Array;
        };
        /**
         * QueuePosition
         * @description How many runs stand before this one; a passing remark, so `seq` is 0.
         */
        readonly QueuePosition: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "queue.position";
            /** Ahead */
            readonly ahead: number;
        };
        /** RunCancelled */
        readonly RunCancelled: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.cancelled";
        };
        /**
         * RunCrashed
         * @description Ended by our fault: code `internal`, with the run's id; details stand only in the log.
         */
        readonly RunCrashed: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.crashed";
            readonly error: components["schemas"]["ErrorBody"];
        };
        /**
         * RunFailed
         * @description Ended for a reason that the user can act on.
         */
        readonly RunFailed: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.failed";
            readonly error: components["schemas"]["ErrorBody"];
        };
        /** RunFinished */
        readonly RunFinished: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.finished";
            /** Elapsed Ms */
            readonly elapsed_ms: number;
            /** Captured Bytes */
            readonly captured_bytes: number;
        };
        /**
         * RunHeads
         * @description The overview of some heads of one layer and batch row: at most 64 x 64 cells a head.
         *
         *     Cell [r, c] is the largest weight among queries r*block … r*block+block-1 and the same for keys;
         *     NaN where all of them are masked. With block 1 it is the whole map.
         */
        readonly RunHeads: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.heads";
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Row */
            readonly row: number;
            /** First Head */
            readonly first_head: number;
            /** Queries */
            readonly queries: number;
            /** Keys */
            readonly keys: number;
            /** Block */
            readonly block: number;
            /** @description [head, query block, key block] */
            readonly overview: components["schemas"]["PackedArray"];
            readonly measures: components["schemas"]["HeadMeasures"];
            /**
             * Measured Queries
             * @description query rows behind the measures; fewer than all for long texts
             */
            readonly measured_queries: number;
        };
        /**
         * RunLayer
         * @description One layer is complete: all its heads were sent and its capture is stored.
         */
        readonly RunLayer: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.layer";
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /**
             * Elapsed Ms
             * @description time of the whole layer, as measured
             */
            readonly elapsed_ms: number;
            /**
             * Attention Ms
             * @description of it, time inside the attention kernel
             */
            readonly attention_ms: number;
            /** Captured Bytes */
            readonly captured_bytes: number;
            /** Kernel */
            readonly kernel: string;
        };
        /**
         * RunNextToken
         * @description What a decoder says of one row.
         */
        readonly RunNextToken: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.next_token";
            /** Row */
            readonly row: number;
            /**
             * Top
             * @description the ten likeliest next tokens, likeliest first
             */
            readonly top: readonly components["schemas"]["Candidate"][];
            /**
             * Losses
             * @description nats, of each token given those before; None for the first
             */
            readonly losses: readonly (number | null)[];
            /** Mean Loss */
            readonly mean_loss: number | null;
        };
        /** RunQueued */
        readonly RunQueued: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.queued";
            /** Run Id */
            readonly run_id: string;
            /** Digest */
            readonly digest: string;
        };
        /**
         * RunSentences
         * @description What a sentence encoder says: mean-pooled vectors and their cosines.
         */
        readonly RunSentences: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.sentences";
            /**
             * Similarity
             * @description [sentence, sentence], cosine
             */
            readonly similarity: readonly (readonly number[])[];
            /**
             * Token Similarity
             * @description [row, token], cosine of the token's vector with its own sentence's; None for padding
             */
            readonly token_similarity: readonly (readonly (number | null)[])[];
            /** Dimensions */
            readonly dimensions: number;
        };
        /**
         * RunStage
         * @description Work before the first layer that can take over a second.
         */
        readonly RunStage: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.stage";
            /**
             * Stage
             * @enum {string}
             */
            readonly stage: "loading_model" | "tokenising" | "computing";
        };
        /** RunStarted */
        readonly RunStarted: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.started";
            /** Attempt */
            readonly attempt: number;
            /** Device */
            readonly device: string;
            /** Dtype */
            readonly dtype: string;
            /** Threads */
            readonly threads: number;
        };
        /**
         * RunTokens
         * @description The model and the rows that it reads; every row has the same number of tokens.
         */
        readonly RunTokens: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.tokens";
            readonly model: components["schemas"]["ModelCard"];
            /** Rows */
            readonly rows: readonly components["schemas"]["TokenRow"][];
        };
        /**
         * Token
         * @description One token and how to show it.
         */
        readonly Token: {
            /** Id */
            readonly id: number;
            /**
             * Label
             * @description the characters it stands for, readable in every script; blanks made visible
             */
            readonly label: string;
            /**
             * Raw
             * @description the vocabulary's own form
             */
            readonly raw: string;
            /**
             * Start
             * @description first character in its text, in code points
             */
            readonly start: number;
            /**
             * End
             * @description one past the last character
             */
            readonly end: number;
            /**
             * Text
             * @description 0: the first text, 1: the second, -1: neither
             */
            readonly text: number;
            /**
             * Word
             * @description tokens with the same number touch, being pieces of one word; -1: none
             */
            readonly word: number;
            /**
             * Part
             * @description 1, 2, …: which piece of a shared character; 0: not shared
             */
            readonly part: number;
            /**
             * Role
             * @enum {string}
             */
            readonly role: "text" | "special" | "padding";
        };
        /** TokenRow */
        readonly TokenRow: {
            /** Tokens */
            readonly tokens: readonly components["schemas"]["Token"][];
            /**
             * Notices
             * @default []
             */
            readonly notices: readonly components["schemas"]["Notice"][];
        };
        readonly RunEvent: components["schemas"]["RunQueued"] | components["schemas"]["QueuePosition"] | components["schemas"]["RunStarted"] | components["schemas"]["RunStage"] | components["schemas"]["RunTokens"] | components["schemas"]["RunHeads"] | components["schemas"]["RunLayer"] | components["schemas"]["RunNextToken"] | components["schemas"]["RunSentences"] | components["schemas"]["RunFinished"] | components["schemas"]["RunFailed"] | components["schemas"]["RunCrashed"] | components["schemas"]["RunCancelled"];
        /**
         * RunSpec
         * @description One forward pass of one model over one or two texts.
         */
        readonly RunSpec: {
            /**
             * Model
             * @description name of a model in the list of models
             */
            readonly model: string;
            /**
             * Text
             * @description the text, in any script
             */
            readonly text: string;
            /**
             * Second
             * @description a second sentence, for encoders
             * @default null
             */
            readonly second: string | null;
            /**
             * Second As
             * @description the second sentence follows the first in one sequence, or is a row of its own with padding
             * @default pair
             * @enum {string}
             */
            readonly second_as: "pair" | "batch";
            /**
             * Padding Side
             * @description where the shorter row of a batch is padded
             * @default right
             * @enum {string}
             */
            readonly padding_side: "right" | "left";
            /**
             * Dtype
             * @description precision of weights and arithmetic
             * @default float32
             * @enum {string}
             */
            readonly dtype: "float32" | "bfloat16" | "float16";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

export type Candidate = components["schemas"]["Candidate"];
export type ErrorBody = components["schemas"]["ErrorBody"];
export type HeadMeasures = components["schemas"]["HeadMeasures"];
export type ModelCard = components["schemas"]["ModelCard"];
export type Notice = components["schemas"]["Notice"];
export type PackedArray = components["schemas"]["PackedArray"];
export type QueuePosition = components["schemas"]["QueuePosition"];
export type RunCancelled = components["schemas"]["RunCancelled"];
export type RunCrashed = components["schemas"]["RunCrashed"];
export type RunEvent = components["schemas"]["RunEvent"];
export type RunFailed = components["schemas"]["RunFailed"];
export type RunFinished = components["schemas"]["RunFinished"];
export type RunHeads = components["schemas"]["RunHeads"];
export type RunLayer = components["schemas"]["RunLayer"];
export type RunNextToken = components["schemas"]["RunNextToken"];
export type RunQueued = components["schemas"]["RunQueued"];
export type RunSentences = components["schemas"]["RunSentences"];
export type RunSpec = components["schemas"]["RunSpec"];
export type RunStage = components["schemas"]["RunStage"];
export type RunStarted = components["schemas"]["RunStarted"];
export type RunTokens = components["schemas"]["RunTokens"];
export type Token = components["schemas"]["Token"];
export type TokenRow = components["schemas"]["TokenRow"];
