// Generated from protocol/openapi.json by "make protocol"; do not edit.
export interface paths {
    readonly "/api/models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The models that can be run. Brings the CSRF cookie. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The models that can be run. Brings the CSRF cookie. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ModelList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The browser's own runs, newest first. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The browser's own runs, newest first. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RunList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        /** Checks a spec and hands it to the workers. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["RunSpec"];
                };
            };
            readonly responses: {
                /** @description Checks a spec and hands it to the workers. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Run"];
                    };
                };
                /** @description bad_character, empty_text, invalid_expression, invalid_request, model_unavailable, out_of_range, second_text_refused, text_too_long, too_many_tokens, unknown_model, wrong_mask_size */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests, too_many_runs */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One run. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One run. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Run"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Stops a run between two layers; one that has ended stays as it is. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Stops a run between two layers; one that has ended stays as it is. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Run"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The run's events so far: MessagePack maps one behind the other, as on the socket. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly after?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The run's events so far: MessagePack maps one behind the other, as on the socket. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["RunEvent"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/tiles/{kind}/{layer}/{head}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** At most 256 x 256 cells of one head's map, float16 [query, key]; masked cells NaN. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly hide?: readonly ("special" | "first")[];
                    readonly renormalise?: boolean;
                    readonly level?: number;
                    readonly y?: number;
                    readonly x?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description At most 256 x 256 cells of one head's map, float16 [query, key]; masked cells NaN. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["PackedArray"];
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/rows/{kind}/{layer}/{head}/{query}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The weights of one query, float32 [key]; masked cells NaN. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly hide?: readonly ("special" | "first")[];
                    readonly renormalise?: boolean;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                    readonly query: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The weights of one query, float32 [key]; masked cells NaN. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["PackedArray"];
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/cells/{kind}/{layer}/{head}/{query}/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One weight and what it is made of. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                    readonly query: number;
                    readonly key: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One weight and what it is made of. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Cell"];
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/cells/{kind}/{layer}/{head}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every cell of one head's map and what each is made of. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Every cell of one head's map and what each is made of. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["Cells"];
                    };
                };
                /** @description invalid_request, out_of_range, too_many_cells */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/margins/{kind}/{layer}/{head}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What is summed along the sides of one head's map. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly hide?: readonly ("special" | "first")[];
                    readonly renormalise?: boolean;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What is summed along the sides of one head's map. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["Margins"];
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/masks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The masks that can be chosen, with their parameters. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The masks that can be chosen, with their parameters. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MaskList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/masks/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** How the mask of a spec looks on its text; nothing is run. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["MaskPreviewRequest"];
                };
            };
            readonly responses: {
                /** @description How the mask of a spec looks on its text; nothing is run. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MaskPreview"];
                    };
                };
                /** @description bad_character, empty_text, invalid_expression, invalid_request, model_unavailable, out_of_range, second_text_refused, text_too_long, too_many_tokens, unknown_model, wrong_mask_size */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/masks/upload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A file of zeros and ones as a mask; nothing is kept. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["MaskUpload"];
                };
            };
            readonly responses: {
                /** @description A file of zeros and ones as a mask; nothing is kept. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["UploadedMask"];
                    };
                };
                /** @description invalid_request, mask_file_cell, mask_file_shape, mask_file_too_large, mask_file_unreadable, wrong_mask_size */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/numbers/{kind}/{layer}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The weights of a head or a layer as a file, with tokens and axes: NPZ or CSV. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly hide?: readonly ("special" | "first")[];
                    readonly renormalise?: boolean;
                    readonly head?: number | null;
                    readonly format?: "csv" | "npz";
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The weights of a head or a layer as a file, with tokens and axes: NPZ or CSV. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/x-npz": Uint8Array;
                    };
                };
                /** @description export_too_large, invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/output": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What the run says of its output as a file, with tokens, ranks and units: JSON, CSV or NPZ. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly format?: "csv" | "npz" | "json";
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What the run says of its output as a file, with tokens, ranks and units: JSON, CSV or NPZ. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": Uint8Array;
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/positions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The position encodings, with their parameters and a small curve. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The position encodings, with their parameters and a small curve. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PositionList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/position/{kind}/{layer}/{head}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Where the tokens of a run stand, and what the position encoding gives one head. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Where the tokens of a run stand, and what the position encoding gives one head. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["HeadPosition"];
                    };
                };
                /** @description invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/examples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Stored runs that everybody may read. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Stored runs that everybody may read. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ExampleList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/figures": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Pairs that a finished run's masks allow, the FLOPs on them, the cache they need, and its time. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Pairs that a finished run's masks allow, the FLOPs on them, the cache they need, and its time. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Figures"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/against/{base_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a run changes in the output of a base run; ask again while it is waiting. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly base_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What a run changes in the output of a base run; ask again while it is waiting. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Comparison"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/against/{base_id}/heads/{kind}/{layer}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Jensen-Shannon divergence of each head's weights from the base's, float32 [head, query], nats. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly base_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Jensen-Shannon divergence of each head's weights from the base's, float32 [head, query], nats. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["PackedArray"];
                    };
                };
                /** @description incomparable_runs, invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/against/{base_id}/tiles/{kind}/{layer}/{head}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** At most 256 x 256 cells of one head's map less the base's, and which mask alone hides a cell. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly row?: number;
                    readonly level?: number;
                    readonly y?: number;
                    readonly x?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                    readonly base_id: string;
                    readonly kind: "encoder" | "decoder" | "cross";
                    readonly layer: number;
                    readonly head: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description At most 256 x 256 cells of one head's map less the base's, and which mask alone hides a cell. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["DifferenceTile"];
                    };
                };
                /** @description incomparable_runs, invalid_request, out_of_range */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_captured_yet */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/published-models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Published models as facts, devices, and the figures that can be asked for. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Published models as facts, devices, and the figures that can be asked for. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PublishedList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/costs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What a model takes: parameters, FLOPs, cache, memory and time at best, with every formula filled in. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["CostRequest"];
                };
            };
            readonly responses: {
                /** @description What a model takes: parameters, FLOPs, cache, memory and time at best, with every formula filled in. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CostReport"];
                    };
                };
                /** @description invalid_config, invalid_expression, invalid_request, model_unavailable, trained_model_missing, unknown_model, wrong_mask_size */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The asker's own studies, last changed first. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly search?: string;
                    readonly tag?: string;
                    readonly deleted?: boolean;
                    readonly skip?: number;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The asker's own studies, last changed first. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["StudyList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        /** Saves a new study. Variants that were run keep their runs. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["NewStudy"];
                };
            };
            readonly responses: {
                /** @description Saves a new study. Variants that were run keep their runs. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description bad_character, invalid_request, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description quota_exceeded, too_many_studies */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A new study from a study file of this version or an earlier one. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["StudyFile"];
                };
            };
            readonly responses: {
                /** @description A new study from a study file of this version or an earlier one. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description bad_character, invalid_request, study_file_broken, study_file_newer, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description quota_exceeded, too_many_studies */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One study. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One study. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /** Puts a study aside; it can be brought back for a while. */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Puts a study aside; it can be brought back for a while. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /** Changes a study, from the revision named. */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["StudyChange"];
                };
            };
            readonly responses: {
                /** @description Changes a study, from the revision named. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description bad_character, invalid_request, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description conflict, quota_exceeded */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/undelete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Brings a deleted study back. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Brings a deleted study back. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/open": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A study with its runs; one whose numbers are gone is run again. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A study with its runs; one whose numbers are gone is run again. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A copy of the asker's own; the original stays. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A copy of the asker's own; the original stays. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description quota_exceeded, too_many_studies */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The study's history, newest first. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The study's history, newest first. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RevisionList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/revisions/{number}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The study as it once was. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly number: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The study as it once was. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Revision"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/revisions/{number}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** An earlier state becomes the newest. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly number: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["AtRevision"];
                };
            };
            readonly responses: {
                /** @description An earlier state becomes the newest. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description bad_character, invalid_request, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description conflict, quota_exceeded */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/gallery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Puts a study into the public gallery, or takes it out. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["Gallery"];
                };
            };
            readonly responses: {
                /** @description Puts a study into the public gallery, or takes it out. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, gallery_off, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The study as a study file. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The study as a study file. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["StudyFile"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/notebook": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A notebook that reproduces the runs with the library. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A notebook that reproduces the runs with the library. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/x-ipynb+json": Uint8Array;
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/links": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every link of the study, without its token. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Every link of the study, without its token. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["LinkList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        /** A new link; its token is told this once. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["LinkChange"];
                };
            };
            readonly responses: {
                /** @description A new link; its token is told this once. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Link"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/links/{link_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revokes a link at once and for good. */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly link_id: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Revokes a link at once and for good. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Link"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /** Other conditions for a link. */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly link_id: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["LinkChange"];
                };
            };
            readonly responses: {
                /** @description Other conditions for a link. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Link"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The comments, oldest first. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The comments, oldest first. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CommentList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description comments_off, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        /** A new comment, or a reply to one. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["NewComment"];
                };
            };
            readonly responses: {
                /** @description A new comment, or a reply to one. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description bad_character, invalid_request, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description account_needed, comments_off, csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/comments/{comment_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Removes a comment: its author may, and the study's owner. */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly comment_id: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Removes a comment: its author may, and the study's owner. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Done"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description comments_off, csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /** Hides a comment or resolves its thread, or takes that back. */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly comment_id: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["Moderation"];
                };
            };
            readonly responses: {
                /** @description Hides a comment or resolves its thread, or takes that back. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api/studies/{study_id}/comments/{comment_id}/text": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Other words for one's own comment. */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly study_id: string;
                    readonly comment_id: number;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["CommentChange"];
                };
            };
            readonly responses: {
                /** @description Other words for one's own comment. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Comment"];
                    };
                };
                /** @description bad_character, invalid_request, study_text_refused */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description comments_off, csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api/links/open": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Opens a shared study: this browser may then read it and its runs for as long as the link holds. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OpenLink"];
                };
            };
            readonly responses: {
                /** @description Opens a shared study: this browser may then read it and its runs for as long as the link holds. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/links/study": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The study of a link, for a frame: the token stands in the header X-Share-Token, here and wherever the study's runs are read. Needs no cookie, sets none, and changes nothing. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The study of a link, for a frame: the token stands in the header X-Share-Token, here and wherever the study's runs are read. Needs no cookie, sets none, and changes nothing. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Study"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/gallery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The public gallery. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly search?: string;
                    readonly tag?: string;
                    readonly deleted?: boolean;
                    readonly skip?: number;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The public gallery. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["StudyList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/drafts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Keeps a text that is too long for an address. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["NewDraft"];
                };
            };
            readonly responses: {
                /** @description Keeps a text that is too long for an address. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Draft"];
                    };
                };
                /** @description bad_character, empty_text, invalid_request, text_too_long */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/drafts/{draft_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Words of an address, for whoever has it. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly draft_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Words of an address, for whoever has it. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Draft"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/offline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The page with this run, and those beside it, as one file that needs no server. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OfflineRequest"];
                };
            };
            readonly responses: {
                /** @description The page with this run, and those beside it, as one file that needs no server. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "text/html": Uint8Array;
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description run_unfinished */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description page_not_built */
                readonly 503: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/runs/{run_id}/offline/plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** How large that file will be, and of how many heads it holds every number. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly run_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["OfflineRequest"];
                };
            };
            readonly responses: {
                /** @description How large that file will be, and of how many heads it holds every number. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OfflinePlan"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_allowed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description run_unfinished */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description page_not_built */
                readonly 503: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who the browser is signed in as. Brings the CSRF cookie. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Who the browser is signed in as. Brings the CSRF cookie. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /** Deletes the account with everything in it. */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["Proof"];
                };
            };
            readonly responses: {
                /** @description Deletes the account with everything in it. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_signed_in, sign_in_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account/sign-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A new account; what this browser kept moves into it. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["SignUp"];
                };
            };
            readonly responses: {
                /** @description A new account; what this browser kept moves into it. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description bad_email, invalid_request, name_refused, weak_password */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description name_taken */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account/sign-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Signs in; what this browser kept without an account moves into it. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["SignIn"];
                };
            };
            readonly responses: {
                /** @description Signs in; what this browser kept without an account moves into it. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, sign_in_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account/sign-out": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ends the session and its streams. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Ends the session and its streams. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Another password; every other session of the account ends. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["NewPassword"];
                };
            };
            readonly responses: {
                /** @description Another password; every other session of the account ends. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Account"];
                    };
                };
                /** @description invalid_request, weak_password */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed, not_signed_in, sign_in_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/account/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Everything that is kept of this account, or of this browser without one, as one archive. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Everything that is kept of this account, or of this browser without one, as one archive. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/zip": Uint8Array;
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trainings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The browser's own trainings, newest first. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The browser's own trainings, newest first. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TrainingList"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        /** Checks an order and hands it to the training workers; equal orders are trained once. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["TrainingRequest"];
                };
            };
            readonly responses: {
                /** @description Checks an order and hands it to the training workers; equal orders are trained once. */
                readonly 201: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Training"];
                    };
                };
                /** @description bad_character, example_too_long, invalid_request, text_too_large, text_too_short, training_too_large */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_trained */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests, too_many_trainings */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trainings/choices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All that a training can be asked for, and the limits. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description All that a training can be asked for, and the limits. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TrainingChoices"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trainings/price": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What an order would take: parameters, tokens and, once something was trained here, time. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["TrainingOrder"];
                };
            };
            readonly responses: {
                /** @description What an order would take: parameters, tokens and, once something was trained here, time. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Price"];
                    };
                };
                /** @description bad_character, example_too_long, invalid_request, text_too_large, text_too_short, training_too_large */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trainings/{training_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One training, its whole text included. */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly training_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description One training, its whole text included. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Training"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /** Deletes it, and its model's files where nobody else has trained the same. */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly training_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Deletes it, and its model's files where nobody else has trained the same. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TrainingDeleted"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description still_training */
                readonly 409: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /** Names it anew. */
        readonly patch: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly training_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["TrainingName"];
                };
            };
            readonly responses: {
                /** @description Names it anew. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Training"];
                    };
                };
                /** @description bad_character, invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description body_too_large */
                readonly 413: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description wrong_content_type */
                readonly 415: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/api/trainings/{training_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Stops it between two steps and keeps its model; one that has ended stays as it is. */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    readonly training_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Stops it between two steps and keeps its model; one that has ended stays as it is. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Training"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description csrf_failed */
                readonly 403: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/trainings/{training_id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Its events so far: MessagePack maps one behind the other, as on the socket. */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly after?: number;
                };
                readonly header?: never;
                readonly path: {
                    readonly training_id: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Its events so far: MessagePack maps one behind the other, as on the socket. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/msgpack": components["schemas"]["TrainingEvent"];
                    };
                };
                /** @description invalid_request */
                readonly 400: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description not_found */
                readonly 404: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description method_not_allowed */
                readonly 405: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description too_many_requests */
                readonly 429: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description internal */
                readonly 500: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Account
         * @description Who the browser is signed in as, and what it keeps.
         */
        readonly Account: {
            /** Signed In */
            readonly signed_in: boolean;
            /**
             * Username
             * @description empty if nobody is signed in
             */
            readonly username: string;
            /** Email */
            readonly email: string;
            /** Since */
            readonly since: string | null;
            /** Studies */
            readonly studies: number;
            /** Runs */
            readonly runs: number;
            /**
             * Kept Bytes
             * @description captures that the studies refer to
             */
            readonly kept_bytes: number;
            /** Kept Limit */
            readonly kept_limit: number;
        };
        /** AnchorCell */
        readonly AnchorCell: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "cell";
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Head */
            readonly head: number;
            /**
             * Row
             * @default 0
             */
            readonly row: number;
            /** Query */
            readonly query: number;
            /** Key */
            readonly key: number;
            /**
             * Query Label
             * @description the token as it read then; empty: not told
             * @default
             */
            readonly query_label: string;
            /**
             * Key Label
             * @description the token as it read then; empty: not told
             * @default
             */
            readonly key_label: string;
        };
        /** AnchorHead */
        readonly AnchorHead: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "head";
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Head */
            readonly head: number;
        };
        /** AnchorNone */
        readonly AnchorNone: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "none";
        };
        /** AnchorToken */
        readonly AnchorToken: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "token";
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /**
             * Row
             * @default 0
             */
            readonly row: number;
            /**
             * Side
             * @description of cross-attention, key: a source token
             * @default query
             * @enum {string}
             */
            readonly side: "query" | "key";
            /** Token */
            readonly token: number;
            /**
             * Label
             * @description the token as it read then; empty: not told
             * @default
             */
            readonly label: string;
        };
        /**
         * AndMask
         * @description What all of them allow.
         */
        readonly AndMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "and";
            /** Masks */
            readonly masks: readonly (components["schemas"]["RowMask"] | components["schemas"]["ExpressionMask"] | components["schemas"]["CellsMask"] | components["schemas"]["AndMask"] | components["schemas"]["OrMask"] | components["schemas"]["NotMask"])[];
        };
        /** AtRevision */
        readonly AtRevision: {
            /**
             * Revision
             * @description the one that is on screen; another one stored: conflict
             */
            readonly revision: number;
        };
        /**
         * CacheAsk
         * @description Tokens written one at a time, the likeliest each time, with a cache that drops what no later token sees.
         */
        readonly CacheAsk: {
            /**
             * Tokens
             * @description tokens that are written, at most
             * @default 32
             */
            readonly tokens: number;
            /**
             * Block Size
             * @description tokens of a page of the cache
             * @default 16
             */
            readonly block_size: number;
            /**
             * Uncached
             * @description each step is also computed anew from the whole text
             * @default true
             */
            readonly uncached: boolean;
        };
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
         * Cell
         * @description One weight and everything that it is made of: weight = exp(softcap(scale * dot) + bias - lse).
         */
        readonly Cell: {
            /**
             * Weight
             * @description None: masked
             */
            readonly weight: number | null;
            /**
             * Score
             * @description what the softmax sees: scaled, capped, bias added; None: masked
             */
            readonly score: number | null;
            /**
             * Dot
             * @description query . key
             */
            readonly dot: number;
            /** Scale */
            readonly scale: number;
            /** Softcap */
            readonly softcap: number | null;
            /** Bias */
            readonly bias: number;
            /** Allowed */
            readonly allowed: boolean;
            /**
             * Lse
             * @description log-sum-exp of the row's scores; None: the row sees nothing
             */
            readonly lse: number | null;
            /**
             * Kv Head
             * @description the KV head that this query head reads
             */
            readonly kv_head: number;
            /**
             * Row Entropy
             * @description nats
             */
            readonly row_entropy: number | null;
            /**
             * Visible Keys
             * @description keys that the query may see
             */
            readonly visible_keys: number;
            /**
             * Rank
             * @description 1: the row's largest weight; None: masked
             */
            readonly rank: number | null;
            /**
             * Sink Share
             * @description share of the row that a sink logit takes; None: the model has none
             */
            readonly sink_share: number | null;
        };
        /**
         * Cells
         * @description Every cell of one head's map and what each is made of, named as in Cell; float32, and NaN where Cell has None.
         */
        readonly Cells: {
            /** @description [query, key] */
            readonly weight: components["schemas"]["PackedArray"];
            /** @description [query, key]; told for masked cells too */
            readonly score: components["schemas"]["PackedArray"];
            /** @description [query, key] */
            readonly dot: components["schemas"]["PackedArray"];
            /** @description [query, key]; None: 0 everywhere */
            readonly bias: components["schemas"]["PackedArray"] | null;
            /** @description [query, key]; 0 where masked */
            readonly rank: components["schemas"]["PackedArray"];
            /** @description [query] */
            readonly lse: components["schemas"]["PackedArray"];
            /** @description [query], nats */
            readonly row_entropy: components["schemas"]["PackedArray"];
            /** @description [query] */
            readonly visible_keys: components["schemas"]["PackedArray"];
            /** @description [query]; None: the model has no sink */
            readonly sink_share: components["schemas"]["PackedArray"] | null;
            /** Scale */
            readonly scale: number;
            /** Softcap */
            readonly softcap: number | null;
            /** Kv Head */
            readonly kv_head: number;
        };
        /**
         * CellsMask
         * @description Cell by cell over one text: True = may attend, rows = queries, columns = keys.
         *
         *     bits: base64 of the tokens x tokens cells row by row, eight to a byte, the first in the highest bit
         *     (numpy.packbits).
         */
        readonly CellsMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "cells";
            /**
             * Tokens
             * @description real tokens of the text, padding not counted
             */
            readonly tokens: number;
            /** Bits */
            readonly bits: string;
        };
        /**
         * Choice
         * @description A row of a table with its parameters; what is not given is the default.
         */
        readonly Choice: {
            /** Name */
            readonly name: string;
            /** Params */
            readonly params?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * ChoiceRow
         * @description One of a list of choices. `params`: JSON schema with defaults, bounds and units.
         */
        readonly ChoiceRow: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /** Formula */
            readonly formula: string;
            /** Help */
            readonly help: string;
            /** Params */
            readonly params: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /** ChunkedPrefill */
        readonly ChunkedPrefill: {
            /** Chunk */
            readonly chunk: number;
            /** Pieces */
            readonly pieces: readonly components["schemas"]["PrefillPiece"][];
            /** Ms */
            readonly ms: number;
            /** Peak Bytes */
            readonly peak_bytes: number;
            /**
             * Difference
             * @description largest difference of a last state from that of one pass, of the largest
             */
            readonly difference: number;
            /**
             * Equal
             * @description that is within the tolerance
             */
            readonly equal: boolean;
        };
        /**
         * Cited
         * @description Where an encoding is described.
         */
        readonly Cited: {
            /** Work */
            readonly work: string;
            /** Address */
            readonly address: string;
        };
        /** Comment */
        readonly Comment: {
            /** Id */
            readonly id: number;
            /**
             * Text
             * @description empty where it was deleted, and for guests where it is hidden
             */
            readonly text: string;
            /**
             * Author
             * @description user name; empty: a browser without an account
             */
            readonly author: string;
            /** By Owner */
            readonly by_owner: boolean;
            /**
             * Is Own
             * @description the asker's
             */
            readonly is_own: boolean;
            /** Anchor */
            readonly anchor: components["schemas"]["AnchorNone"] | components["schemas"]["AnchorToken"] | components["schemas"]["AnchorHead"] | components["schemas"]["AnchorCell"];
            /** Reply To */
            readonly reply_to: number | null;
            /** Hidden */
            readonly hidden: boolean;
            /** Resolved */
            readonly resolved: boolean;
            /** Deleted */
            readonly deleted: boolean;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /** Edited At */
            readonly edited_at: string | null;
        };
        /** CommentChange */
        readonly CommentChange: {
            /**
             * Text
             * @description Markdown
             */
            readonly text: string;
        };
        /** CommentList */
        readonly CommentList: {
            /**
             * Comments
             * @description oldest first
             */
            readonly comments: readonly components["schemas"]["Comment"][];
        };
        /**
         * Comparison
         * @description How far a comparison is. waiting: a worker makes it; ask again soon.
         */
        readonly Comparison: {
            /**
             * Status
             * @enum {string}
             */
            readonly status: "waiting" | "ready" | "refused";
            /** @default null */
            readonly effects: components["schemas"]["Effects"] | null;
            /**
             * @description why the two are not compared
             * @default null
             */
            readonly error: components["schemas"]["ErrorBody"] | null;
        };
        /**
         * CostReport
         * @description What the config says, the figures of the report, and those that were asked for beside it.
         */
        readonly CostReport: {
            readonly facts: components["schemas"]["Facts"];
            readonly question: components["schemas"]["Question"];
            /** Figures */
            readonly figures: readonly components["schemas"]["Figure"][];
            /** Asked */
            readonly asked: readonly (readonly components["schemas"]["Figure"][])[];
        };
        /**
         * CostRequest
         * @description A model by its config or by its name, and what is asked of it.
         */
        readonly CostRequest: {
            /**
             * Config
             * @description a config.json
             * @default null
             */
            readonly config: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /**
             * Model
             * @description a published model, or one that can be run here
             * @default null
             */
            readonly model: string | null;
            /**
             * @default {
             *       "tokens": 1024,
             *       "encoder_tokens": null,
             *       "batch": 1,
             *       "concurrency": null,
             *       "new_tokens": 128,
             *       "precision": "bf16",
             *       "kv_precision": null,
             *       "device": "h100",
             *       "devices": 1,
             *       "mask": "own",
             *       "forced": null,
             *       "kernel": "fused",
             *       "block_size": 16,
             *       "chunk": 512
             *     }
             */
            readonly question: components["schemas"]["Question"];
            /**
             * Figures
             * @description further figures, answered in order
             * @default []
             */
            readonly figures: readonly components["schemas"]["FigureAsk"][];
        };
        /**
         * DeviceInfo
         * @description A device as its maker states it; `measured`: this server, timed.
         */
        readonly DeviceInfo: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /** Memory Bytes */
            readonly memory_bytes: number;
            /** Bytes Per S */
            readonly bytes_per_s: number;
            /**
             * Flops Per S
             * @description by precision, dense
             */
            readonly flops_per_s: {
                readonly [key: string]: number;
            };
            /** Link */
            readonly link: string;
            /** Link Bytes Per S */
            readonly link_bytes_per_s: number;
            /** Source */
            readonly source: string;
            /** Measured */
            readonly measured: boolean;
        };
        /**
         * DifferenceTile
         * @description Part of one head's map in this run less the same in the base. Bits are row-major, eight to a byte.
         */
        readonly DifferenceTile: {
            /** @description float16 [query, key]; NaN where both masks hide the cell */
            readonly difference: components["schemas"]["PackedArray"];
            /**
             * Removed
             * Format: binary
             * @description bits [query, key]: only the base may attend
             */
            readonly removed: Uint8Array;
            /**
             * Added
             * Format: binary
             * @description bits [query, key]: only this run may attend
             */
            readonly added: Uint8Array;
        };
        /**
         * Done
         * @description Nothing more is to be said.
         */
        readonly Done: Record<string, never>;
        /** Draft */
        readonly Draft: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
            /** Text */
            readonly text: string;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
        };
        /**
         * Effects
         * @description What the variant does to the output, against the base. None of either: the models say nothing to compare.
         */
        readonly Effects: {
            /**
             * Tokens
             * @default []
             */
            readonly tokens: readonly components["schemas"]["TokenEffects"][];
            /** @default null */
            readonly sentences: components["schemas"]["SentenceEffects"] | null;
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
        /** Example */
        readonly Example: {
            /**
             * Lang
             * @description language of the text: en, zh; minilm marks the encoder's example
             */
            readonly lang: string;
            readonly run: components["schemas"]["Run"];
        };
        /** ExampleList */
        readonly ExampleList: {
            /** Examples */
            readonly examples: readonly components["schemas"]["Example"][];
        };
        /**
         * ExpressionMask
         * @description True where the expression is; see compute/catalog/masks/expression.py for what it may say.
         */
        readonly ExpressionMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "expression";
            /** Text */
            readonly text: string;
        };
        /**
         * Facts
         * @description A config read. Lengths are in tokens; a window counts the query's own key; None = it has none.
         */
        readonly Facts: {
            /** Model Type */
            readonly model_type: string;
            /**
             * Architecture
             * @enum {string}
             */
            readonly architecture: "decoder" | "encoder" | "encoder_decoder";
            /**
             * Layers
             * @description of the stack that writes the output
             */
            readonly layers: number;
            /** Encoder Layers */
            readonly encoder_layers: number | null;
            /** Width */
            readonly width: number;
            /** Vocab */
            readonly vocab: number;
            /** Heads */
            readonly heads: number;
            /**
             * Kv Heads
             * @description None = latent attention, which they say nothing of
             */
            readonly kv_heads: number | null;
            /** Head Dim */
            readonly head_dim: number;
            /**
             * Attention
             * @description MHA, GQA, MQA or MLA
             */
            readonly attention: string;
            /** Queries Per Kv Head */
            readonly queries_per_kv_head: number;
            /** Cross Attention */
            readonly cross_attention: boolean;
            /**
             * Mask
             * @description causal, bidirectional, or both in an encoder-decoder
             */
            readonly mask: string;
            /**
             * Masks
             * @description of each layer of the stack that writes the output
             */
            readonly masks: readonly components["schemas"]["LayerMask"][];
            /**
             * Encoder Masks
             * @description of each layer of an encoder-decoder's encoder
             */
            readonly encoder_masks: readonly components["schemas"]["LayerMask"][];
            /** Window */
            readonly window: number | null;
            /** Window Layers */
            readonly window_layers: number;
            /** Full Layers */
            readonly full_layers: number;
            /** First Layer */
            readonly first_layer: string;
            /**
             * Reach
             * @description how far back a last layer's token can hear: window times layers
             */
            readonly reach: number | null;
            /** Position */
            readonly position: string;
            /**
             * Limit
             * @description tokens that are supported
             */
            readonly limit: number | null;
            /**
             * Stated
             * @description tokens that the config states
             */
            readonly stated: number | null;
            /** Limit Source */
            readonly limit_source: string;
            /** @description the same with a code and its numbers, for other languages */
            readonly limit_reason: components["schemas"]["Notice"];
            /** Trained Length */
            readonly trained_length: number | null;
            /** Position Rows */
            readonly position_rows: number | null;
            /** Rope Theta */
            readonly rope_theta: number | null;
            /** Rope Theta Source */
            readonly rope_theta_source: string | null;
            /** Rope Theta Full */
            readonly rope_theta_full: number | null;
            /** Rope Theta Window */
            readonly rope_theta_window: number | null;
            /** Rope Scaling */
            readonly rope_scaling: string | null;
            /** Rope Factor */
            readonly rope_factor: number | null;
            /** Rope Dims */
            readonly rope_dims: number | null;
            /** Buckets */
            readonly buckets: number | null;
            /** Max Distance */
            readonly max_distance: number | null;
            /** Score Scale */
            readonly score_scale: number;
            /** Qk Norm */
            readonly qk_norm: boolean;
            /** Sinks */
            readonly sinks: string | null;
            /** Tied */
            readonly tied: boolean;
            /**
             * Head
             * @description what stands at the end: language_model, masked_lm, pooler or none
             * @enum {string}
             */
            readonly head: "none" | "pooler" | "language_model" | "masked_lm";
            /** Norm */
            readonly norm: string;
            /**
             * Wiring
             * @description norms before each branch (pre), after each addition (post), on both sides of a branch (around), after a branch and before its addition (after), or attention and feed-forward side by side (parallel)
             * @enum {string}
             */
            readonly wiring: "pre" | "post" | "parallel" | "after" | "around";
            /** Gated */
            readonly gated: boolean;
            /** Ffn Width */
            readonly ffn_width: number;
            /** Experts */
            readonly experts: number | null;
            /** Experts Per Token */
            readonly experts_per_token: number | null;
            /**
             * Expert Width
             * @description numbers inside one expert
             */
            readonly expert_width: number | null;
            /** Shared Experts Width */
            readonly shared_experts_width: number | null;
            /** Dense Layers */
            readonly dense_layers: number;
            /** Moe Layers */
            readonly moe_layers: number;
            /**
             * Cache Elements Per Layer
             * @description values that a token leaves in the cache of one layer
             */
            readonly cache_elements_per_layer: number;
            /** Qk Head Dim */
            readonly qk_head_dim: number;
            /** V Head Dim */
            readonly v_head_dim: number;
            /** Notices */
            readonly notices: readonly components["schemas"]["Notice"][];
        };
        /**
         * Figure
         * @description One value with how it came about: `filled` is the formula with the numbers filled in.
         */
        readonly Figure: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /** Value */
            readonly value: number | string | null;
            /** Unit */
            readonly unit: string;
            /** Formula */
            readonly formula: string;
            /** Filled */
            readonly filled: string;
            /** Source */
            readonly source: string;
            /** Group */
            readonly group: string;
        };
        /**
         * FigureAsk
         * @description One more figure; parameters that are not given have their defaults.
         */
        readonly FigureAsk: {
            /** Name */
            readonly name: string;
            /** Params */
            readonly params?: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /**
         * FigureInfo
         * @description A figure that can be asked for beside the report, and its parameters as a JSON schema.
         */
        readonly FigureInfo: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /** Group */
            readonly group: string;
            /**
             * Formula
             * @description LaTeX
             */
            readonly formula: string;
            /** Help */
            readonly help: string;
            /** Params */
            readonly params: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /**
         * Figures
         * @description Figures of one run over all its layers, query heads and rows, counted on its own masks.
         */
        readonly Figures: {
            /**
             * Pairs
             * @description query-key pairs that the masks allow, over all maps
             */
            readonly pairs: number;
            /**
             * Dense Pairs
             * @description the same if every query saw every key
             */
            readonly dense_pairs: number;
            /**
             * Maps
             * @description maps that were counted: layers x query heads x rows, of every kind
             */
            readonly maps: number;
            /**
             * Alike
             * @description every map allows the same number of pairs
             */
            readonly alike: boolean;
            /**
             * Attention Flops
             * @description scores and weighted sums on allowed pairs; one multiply-add is 2
             */
            readonly attention_flops: number;
            /**
             * Kv Bytes
             * @description keys and values that token by token generation has to hold at most; None: an encoder keeps none
             */
            readonly kv_bytes: number | null;
            /**
             * Kv Tokens
             * @description of them, the most tokens that any layer and KV head holds
             */
            readonly kv_tokens: number | null;
            /**
             * Elapsed Ms
             * @description the whole run as it was measured, capture included
             */
            readonly elapsed_ms: number | null;
            /**
             * Attention Ms
             * @description of it, time inside the attention kernel
             */
            readonly attention_ms: number | null;
        };
        /**
         * Filled
         * @description What an encoder would put in the place of a masked token.
         */
        readonly Filled: {
            /**
             * Place
             * @description index of the token in its row
             */
            readonly place: number;
            /**
             * Top
             * @description the ten likeliest tokens, likeliest first
             */
            readonly top: readonly components["schemas"]["Candidate"][];
            /** @description the token that was masked; None where the text itself has a mask */
            readonly masked: components["schemas"]["Candidate"] | null;
        };
        /**
         * ForcedMask
         * @description A mask put on a model that may have been trained with another; at least one of `mask` and `top_k` is given.
         *
         *     A forced mask is not a trained one: it shows what the model makes of what is left to it.
         */
        readonly ForcedMask: {
            /**
             * Mask
             * @default null
             */
            readonly mask: (components["schemas"]["RowMask"] | components["schemas"]["ExpressionMask"] | components["schemas"]["CellsMask"] | components["schemas"]["AndMask"] | components["schemas"]["OrMask"] | components["schemas"]["NotMask"]) | null;
            /**
             * Top K
             * @description of what a query may see, so many keys with the largest scores stay; of equal ones the earlier
             * @default null
             */
            readonly top_k: number | null;
            /**
             * How
             * @description restrict: seen is what the model's own mask and this one both allow; replace: what this allows
             * @default restrict
             * @enum {string}
             */
            readonly how: "restrict" | "replace";
            /**
             * Layers
             * @description of each stack, from 0; null = all
             * @default null
             */
            readonly layers: readonly number[] | null;
            /**
             * Heads
             * @description query heads, from 0; null = all
             * @default null
             */
            readonly heads: readonly number[] | null;
            /**
             * Kind
             * @description the attention that is meant; null = self-attention of every stack, not cross-attention
             * @default null
             */
            readonly kind: ("encoder" | "decoder" | "cross") | null;
        };
        /**
         * ForcedPosition
         * @description A change that the model was not trained with; the default changes nothing.
         */
        readonly ForcedPosition: {
            /**
             * @description for a model with RoPE: another base or scaling
             * @default null
             */
            readonly rotary: components["schemas"]["Rotary"] | null;
            /**
             * Offset
             * @description tokens by which every position is moved on
             * @default 0
             */
            readonly offset: number;
            /**
             * Ids
             * @description counted: 0, 1, 2, …; zero: all tokens stand at one place; shuffled: the same positions, dealt out anew while the tokens keep their order
             * @default counted
             * @enum {string}
             */
            readonly ids: "counted" | "zero" | "shuffled";
            /**
             * Seed
             * @description of the shuffled positions
             * @default 0
             */
            readonly seed: number;
        };
        /** Gallery */
        readonly Gallery: {
            /** In Gallery */
            readonly in_gallery: boolean;
        };
        /**
         * HeadAt
         * @description One head of a run, by what the page has selected.
         */
        readonly HeadAt: {
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Head */
            readonly head: number;
            /**
             * Row
             * @default 0
             */
            readonly row: number;
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
         * HeadPosition
         * @description What the position encoding gives one head of one run, and where its tokens stand.
         */
        readonly HeadPosition: {
            /**
             * Row
             * @description of the list of positions, with a forced rotation in place of the model's own
             */
            readonly row: string | null;
            /** Params */
            readonly params: {
                readonly [key: string]: string | number | boolean | null;
            };
            /**
             * Words
             * @description the model's own position encoding
             */
            readonly words: string;
            /**
             * Query Places
             * @description the position of each query; that of padding means nothing
             */
            readonly query_places: readonly number[];
            /** Key Places */
            readonly key_places: readonly number[];
            /**
             * Slope
             * @description ALiBi: the bias is -slope * |i - j|, so 0 on the diagonal
             */
            readonly slope: number | null;
            /** @description [distance]: what is added to a score, by key - query from 1 - queries on; null where there is none, or where it doesn't follow from the distance alone */
            readonly bias: components["schemas"]["PackedArray"] | null;
            /** @default null */
            readonly turning: components["schemas"]["Turning"] | null;
            /**
             * @description [position, model_dim]: added to the embeddings
             * @default null
             */
            readonly added: components["schemas"]["PackedArray"] | null;
            /**
             * Added First
             * @description position of its first row
             * @default 0
             */
            readonly added_first: number;
        };
        /** Hypothesis */
        readonly Hypothesis: {
            /** Text */
            readonly text: string;
            /**
             * Score
             * @description log-probability a token, nats
             */
            readonly score: number;
        };
        readonly JsonValue: unknown;
        /**
         * KeptKeys
         * @description What the cache holds in layers that are alike.
         */
        readonly KeptKeys: {
            /** Layers */
            readonly layers: readonly number[];
            /**
             * Keys
             * @description tokens whose keys and values are there while the step is computed, its own included
             */
            readonly keys: number;
            /**
             * Spans
             * @description which ones: first, and one past the last
             */
            readonly spans: readonly (readonly [
                number,
                number
            ])[];
            /**
             * Dropped
             * @description of these, tokens that no later one sees, and that are dropped after the step
             */
            readonly dropped: number;
            /**
             * Blocks
             * @description pages that hold any of them; a page is freed once it holds none
             */
            readonly blocks: number;
            /**
             * Unused Slots
             * @description places of these pages that hold none: not yet filled, or dropped
             */
            readonly unused_slots: number;
            /**
             * Computed Bytes
             * @description of each of these layers: 2 × keys × key-value heads × head size × bytes
             */
            readonly computed_bytes: number;
            /**
             * Paged Bytes
             * @description of each of these layers: whole pages
             */
            readonly paged_bytes: number;
            /**
             * Allocated Bytes
             * @description [layer of `layers`]: of the cache's tensors, really there
             */
            readonly allocated_bytes: readonly number[];
        };
        /**
         * KernelAsk
         * @description Attention of the run's own queries, keys and values computed in three ways.
         */
        readonly KernelAsk: {
            /**
             * Layer
             * @description one layer, from 0; null = all
             * @default null
             */
            readonly layer: number | null;
            /**
             * Rounds
             * @description counted rounds, the ways in turn
             * @default 5
             */
            readonly rounds: number;
        };
        /**
         * KernelCall
         * @description One attention call of the run, computed in several ways.
         */
        readonly KernelCall: {
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Queries */
            readonly queries: number;
            /** Keys */
            readonly keys: number;
            /** Heads */
            readonly heads: number;
            /**
             * Allowed Cells
             * @description of all rows and heads, under the mask in use
             */
            readonly allowed_cells: number;
            /**
             * Cells
             * @description of all rows and heads, masked or not
             */
            readonly cells: number;
            /**
             * Ways
             * @description fused is missing where no fused kernel takes the call
             */
            readonly ways: readonly components["schemas"]["MeasuredKernel"][];
        };
        /**
         * LabSpec
         * @description A Transformer, but for its vocabulary, which the task brings.
         *
         *     Encoder and decoder have one width: cross-attention reads the encoder as it is.
         */
        readonly LabSpec: {
            /**
             * Architecture
             * @enum {string}
             */
            readonly architecture: "encoder" | "decoder" | "encoder-decoder";
            /**
             * @default {
             *       "name": "rope",
             *       "params": {}
             *     }
             */
            readonly position: components["schemas"]["Choice"];
            /**
             * @description of the decoder; an encoder sees everything
             * @default {
             *       "name": "causal",
             *       "params": {}
             *     }
             */
            readonly mask: components["schemas"]["Choice"];
            /**
             * Layers
             * @description layers of each stack
             * @default 3
             */
            readonly layers: number;
            /**
             * Model Dim
             * @description numbers of a token between the layers
             * @default 128
             */
            readonly model_dim: number;
            /**
             * Heads
             * @description query heads of a layer
             * @default 4
             */
            readonly heads: number;
            /**
             * Kv Heads
             * @description key-value heads; empty = as many as query heads
             * @default null
             */
            readonly kv_heads: number | null;
            /**
             * Head Dim
             * @description numbers of a head; empty = model_dim / heads
             * @default null
             */
            readonly head_dim: number | null;
            /**
             * Ffn Dim
             * @description numbers inside the feed-forward part
             * @default 512
             */
            readonly ffn_dim: number;
            /**
             * Norm
             * @default rms_norm
             */
            readonly norm: string;
            /**
             * Norm Eps
             * @description added under the root of the norm
             * @default 0.000001
             */
            readonly norm_eps: number;
            /**
             * Wiring
             * @default pre
             * @enum {string}
             */
            readonly wiring: "pre" | "post" | "parallel";
            /**
             * Feed Forward
             * @default swiglu
             */
            readonly feed_forward: string;
            /**
             * Experts
             * @description feed-forward parts of a layer; 1 = no routing
             * @default 1
             */
            readonly experts: number;
            /**
             * Top K
             * @description experts that a token passes through
             * @default 1
             */
            readonly top_k: number;
            /**
             * Tied
             * @description the output reads with the embedding's own table
             * @default true
             */
            readonly tied: boolean;
            /**
             * Bias
             * @description projections add a trained constant
             * @default false
             */
            readonly bias: boolean;
            /**
             * Scaled Embedding
             * @description embeddings are multiplied by the root of model_dim
             * @default true
             */
            readonly scaled_embedding: boolean;
            /**
             * Embedding Norm
             * @description embeddings are normalised before the first layer
             * @default false
             */
            readonly embedding_norm: boolean;
            /**
             * Attention Scale
             * @description empty = 1 / root of head_dim
             * @default null
             */
            readonly attention_scale: number | null;
            /**
             * Max Tokens
             * @description longest text of training, in tokens
             * @default 128
             */
            readonly max_tokens: number;
            /**
             * Dropout
             * @description share of numbers dropped in training
             * @default 0
             */
            readonly dropout: number;
        };
        /**
         * LayerMask
         * @description The mask of one layer: a row of the list of masks with its parameters.
         */
        readonly LayerMask: {
            /** Name */
            readonly name: string;
            /**
             * Window
             * @default null
             */
            readonly window: number | null;
            /** Words */
            readonly words: string;
        };
        /**
         * LeakingCell
         * @description A cell that the masks in use allow and the promise does not.
         */
        readonly LeakingCell: {
            /** Query */
            readonly query: number;
            /** Key */
            readonly key: number;
            /** Layers */
            readonly layers: readonly number[];
            /**
             * Weight
             * @description largest of these layers and all heads
             */
            readonly weight: number;
        };
        /**
         * LeakingPair
         * @description An output that moved when a token was changed of which it was to hear nothing.
         */
        readonly LeakingPair: {
            /** Output */
            readonly output: number;
            /** Token */
            readonly token: number;
            /** Moved */
            readonly moved: number;
        };
        /** Link */
        readonly Link: {
            /** Id */
            readonly id: number;
            /** May Copy */
            readonly may_copy: boolean;
            /** Comments */
            readonly comments: boolean;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /** Expires At */
            readonly expires_at: string | null;
            /** Revoked At */
            readonly revoked_at: string | null;
            /**
             * Token
             * @description told once, when the link is made: /s/TOKEN
             * @default null
             */
            readonly token: string | null;
            /**
             * Frames
             * @description origins whose pages may show /embed/TOKEN in a frame; *: all; none: no page may
             */
            readonly frames: readonly string[];
        };
        /** LinkChange */
        readonly LinkChange: {
            /**
             * May Copy
             * @description guests may make a copy of their own, and export the study
             * @default false
             */
            readonly may_copy: boolean;
            /**
             * Comments
             * @description guests may read and, with an account, write comments
             * @default false
             */
            readonly comments: boolean;
            /**
             * Expires At
             * @description with a time zone; None: never
             * @default null
             */
            readonly expires_at: string | null;
        };
        /** LinkList */
        readonly LinkList: {
            /**
             * Links
             * @description newest first, revoked ones too
             */
            readonly links: readonly components["schemas"]["Link"][];
        };
        /** ListedStudy */
        readonly ListedStudy: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
            /**
             * Title
             * @description one line
             */
            readonly title: string;
            /**
             * Notes
             * @description the first 200 characters
             */
            readonly notes: string;
            /**
             * Tags
             * @description words to find it by
             */
            readonly tags: readonly string[];
            /** Address */
            readonly address: string;
            /** Variants */
            readonly variants: readonly components["schemas"]["ListedVariant"][];
            /** Revision */
            readonly revision: number;
            /**
             * Is Shared
             * @description some link opens it now
             */
            readonly is_shared: boolean;
            /** In Gallery */
            readonly in_gallery: boolean;
            /**
             * Updated At
             * Format: date-time
             */
            readonly updated_at: string;
            /** Deleted At */
            readonly deleted_at: string | null;
        };
        /** ListedVariant */
        readonly ListedVariant: {
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /** Name */
            readonly name: string;
            /** Model */
            readonly model: string;
            /**
             * Text
             * @description the first 120 characters
             */
            readonly text: string;
            /** Run */
            readonly run: string | null;
        };
        /**
         * Margins
         * @description What is summed along the two sides of one head's map.
         */
        readonly Margins: {
            /** @description [query], nats; NaN where undefined */
            readonly entropy: components["schemas"]["PackedArray"];
            /** @description [query], weight on hidden keys */
            readonly hidden: components["schemas"]["PackedArray"];
            /** @description [key], mean weight received from the queries that may see it */
            readonly received: components["schemas"]["PackedArray"];
        };
        /**
         * MaskByContent
         * @description Keeping the largest scores: what `top_k` of a forced mask does.
         */
        readonly MaskByContent: {
            /**
             * Formula
             * @description LaTeX; s is the row of scores of a query
             */
            readonly formula: string;
            readonly source: components["schemas"]["WorkCited"];
            /** @description 8 x 8: how it looks for scores that stand for those of any text */
            readonly picture: components["schemas"]["PackedCells"];
        };
        /**
         * MaskInfo
         * @description One row of the list of masks.
         */
        readonly MaskInfo: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /**
             * Formula
             * @description LaTeX; q and k are the positions of the query and of the key
             */
            readonly formula: string;
            readonly source: components["schemas"]["WorkCited"] | null;
            /**
             * Help
             * @description what it does, with a drawing
             */
            readonly help: string;
            readonly params: components["schemas"]["Parameters"];
            /**
             * Example
             * @description the parameters of the drawing and of the picture
             */
            readonly example: {
                readonly [key: string]: number;
            };
            /** @description 8 x 8 */
            readonly picture: components["schemas"]["PackedCells"];
        };
        /** MaskList */
        readonly MaskList: {
            /** Masks */
            readonly masks: readonly components["schemas"]["MaskInfo"][];
            readonly top_k: components["schemas"]["MaskByContent"];
            /**
             * Most File Bytes
             * @description of a mask that is sent as a file
             */
            readonly most_file_bytes: number;
        };
        /**
         * MaskPreview
         * @description A mask on the real tokens of one row, padding left out; counts of pairs are of one head.
         */
        readonly MaskPreview: {
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            readonly queries: components["schemas"]["TokenRow"];
            /** @description null: the queries themselves */
            readonly keys: components["schemas"]["TokenRow"] | null;
            /**
             * Offset
             * @description padding tokens before the text in its row
             */
            readonly offset: number;
            /** @description null: more than 2,048 tokens, which are counted and not drawn */
            readonly cells: components["schemas"]["PackedCells"] | null;
            /** @description the model's own mask, where it was asked for */
            readonly own: components["schemas"]["PackedCells"] | null;
            /**
             * Row Sums
             * @description keys that each query sees; with top_k, the so many largest at most
             */
            readonly row_sums: readonly number[];
            /** Pairs */
            readonly pairs: number;
            /**
             * Own Pairs
             * @description pairs under the model's own mask
             */
            readonly own_pairs: number;
            /**
             * Own Layers
             * @description where layers have different masks of their own, the layers that `cells`, `own` and the counts are of: the first that the mask is put on, and those like it; null: all are alike
             */
            readonly own_layers: readonly number[] | null;
            /**
             * Dense Pairs
             * @description queries x keys
             */
            readonly dense_pairs: number;
            /**
             * Blind
             * @description queries that see nothing in some layer: attention gives 0 there
             */
            readonly blind: readonly number[];
            /**
             * Last Needed
             * @description for each key the last query, not before it, that sees it; -1: none. Null: nothing is generated
             */
            readonly last_needed: readonly number[] | null;
            /**
             * Kept
             * @description keys that have to be cached when token by token generation computes each row, its own included
             */
            readonly kept: readonly number[] | null;
            /**
             * Most Kept
             * @description the most of them
             */
            readonly most_kept: number | null;
        };
        /**
         * MaskPreviewRequest
         * @description A spec whose mask is looked at; nothing is run.
         */
        readonly MaskPreviewRequest: {
            readonly spec: components["schemas"]["RunSpec"];
            /**
             * Kind
             * @description of attention; null: the one that the mask is put on
             * @default null
             */
            readonly kind: ("encoder" | "decoder" | "cross") | null;
            /**
             * Row
             * @description row of the batch
             * @default 0
             */
            readonly row: number;
            /**
             * Own
             * @description also the cells of the model's own mask
             * @default false
             */
            readonly own: boolean;
        };
        /**
         * MaskUpload
         * @description A file of zeros and ones: CSV, NPY or JSON.
         */
        readonly MaskUpload: {
            /**
             * File
             * @description base64 of the file
             */
            readonly file: string;
            /**
             * Ones
             * @description what a 1 means: the key may be attended to, or it is hidden
             * @default sees
             * @enum {string}
             */
            readonly ones: "sees" | "hidden";
            /**
             * Tokens
             * @description real tokens of the text that it is for; null: not checked
             * @default null
             */
            readonly tokens: number | null;
        };
        /** MeasuredKernel */
        readonly MeasuredKernel: {
            /**
             * Way
             * @enum {string}
             */
            readonly way: "naive" | "fused" | "block_sparse";
            /** Kernel */
            readonly kernel: string;
            /**
             * Ms
             * @description median of the rounds
             */
            readonly ms: number;
            /**
             * Peak Bytes
             * @description most that it held beside its operands
             */
            readonly peak_bytes: number;
            /**
             * Difference
             * @description largest difference of its output from that of naive
             */
            readonly difference: number;
        };
        /**
         * MeasuredPart
         * @description One part of a pass. The parts add up to the pass.
         */
        readonly MeasuredPart: {
            /**
             * Part
             * @description embedding, position, q, k, v, qkv, attention, cross_attention, output, ffn, experts, shared_experts, router, norms, head, pooler, or other: what belongs to none
             */
            readonly part: string;
            /**
             * Figures
             * @description what it is in the figures of costs: the parts of forward_flops_by_part and parameters_by_part
             */
            readonly figures: readonly string[];
            /** Ms */
            readonly ms: number;
            /** Calls */
            readonly calls: number;
            /**
             * Peak Bytes
             * @description most that one call held beside what was there before it
             */
            readonly peak_bytes: number;
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
            /**
             * Start Token
             * @description the token that the decoder of a pretrained encoder-decoder begins with
             * @default null
             */
            readonly start_token: number | null;
            /**
             * End Token
             * @description the token with which it ends
             * @default null
             */
            readonly end_token: number | null;
            /**
             * Family
             * @description lab: trained for this program
             * @default pretrained
             * @enum {string}
             */
            readonly family: "pretrained" | "lab";
            /**
             * Position Row
             * @description its row in the list of positions, where it is one of them
             * @default null
             */
            readonly position_row: string | null;
            /**
             * Position Params
             * @description of that row, as far as known
             */
            readonly position_params?: {
                readonly [key: string]: string | number | boolean | null;
            };
            /**
             * Mask Row
             * @description its row in the list of masks, for models of the lab
             * @default null
             */
            readonly mask_row: string | null;
            /**
             * Mask Params
             * @description of that row, all of them
             */
            readonly mask_params?: {
                readonly [key: string]: string | number | boolean | null;
            };
            /**
             * Own Masks
             * @description of each layer, by the config of a model that was prepared
             * @default []
             */
            readonly own_masks: readonly components["schemas"]["OwnMask"][];
            /**
             * Mask Notices
             * @description what its config says of masks without effect
             * @default []
             */
            readonly mask_notices: readonly components["schemas"]["Notice"][];
            /**
             * Trained Tokens
             * @description longest text of its training, for models of the lab
             * @default null
             */
            readonly trained_tokens: number | null;
        };
        /** ModelList */
        readonly ModelList: {
            /** Models */
            readonly models: readonly components["schemas"]["ModelCard"][];
        };
        /**
         * Moderation
         * @description What is left out stays as it is.
         */
        readonly Moderation: {
            /**
             * Hidden
             * @description out of everybody's sight but the author's and the owner's
             * @default null
             */
            readonly hidden: boolean | null;
            /**
             * Resolved
             * @description nothing is left to be done; only of a comment that is no reply
             * @default null
             */
            readonly resolved: boolean | null;
        };
        /** NewComment */
        readonly NewComment: {
            /**
             * Text
             * @description Markdown
             */
            readonly text: string;
            /**
             * Anchor
             * @default {
             *       "type": "none"
             *     }
             */
            readonly anchor: components["schemas"]["AnchorNone"] | components["schemas"]["AnchorToken"] | components["schemas"]["AnchorHead"] | components["schemas"]["AnchorCell"];
            /**
             * Reply To
             * @description a comment that is not a reply itself
             * @default null
             */
            readonly reply_to: number | null;
        };
        /** NewDraft */
        readonly NewDraft: {
            /**
             * Text
             * @description the words of one part of the address
             */
            readonly text: string;
        };
        /** NewPassword */
        readonly NewPassword: {
            /**
             * Password
             * Format: password
             */
            readonly password: string;
            /**
             * New Password
             * Format: password
             */
            readonly new_password: string;
        };
        /** NewStudy */
        readonly NewStudy: {
            /**
             * Title
             * @description one line
             */
            readonly title: string;
            /**
             * Notes
             * @description Markdown
             * @default
             */
            readonly notes: string;
            /**
             * Tags
             * @description words to find it by
             * @default []
             */
            readonly tags: readonly string[];
            readonly state: components["schemas"]["StudyState"];
        };
        /**
         * NotMask
         * @description The cells that it does not allow.
         */
        readonly NotMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "not";
            /** Mask */
            readonly mask: components["schemas"]["RowMask"] | components["schemas"]["ExpressionMask"] | components["schemas"]["CellsMask"] | components["schemas"]["AndMask"] | components["schemas"]["OrMask"] | components["schemas"]["NotMask"];
        };
        /**
         * Notice
         * @description A remark with a code: on a text on its way to tokens, or on a config.
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
         * OfflinePlan
         * @description What the file will hold.
         */
        readonly OfflinePlan: {
            /**
             * Bytes
             * @description of the file, at most
             */
            readonly bytes: number;
            /**
             * Heads
             * @description whose every number is in it
             */
            readonly heads: number;
            /**
             * Heads In All
             * @description of the others it holds the overview, and of long maps the coarser tiles
             */
            readonly heads_in_all: number;
            /**
             * Limit
             * @description bytes of numbers in one file, at most
             */
            readonly limit: number;
        };
        /**
         * OfflineRequest
         * @description What is on screen, to be kept in one file.
         */
        readonly OfflineRequest: {
            /**
             * Title
             * @description one line
             */
            readonly title: string;
            /**
             * Address
             * @description what stands behind the hash in the page's address
             * @default
             */
            readonly address: string;
            /**
             * Beside
             * @description runs that stand beside A's
             * @default []
             */
            readonly beside: readonly components["schemas"]["OfflineRun"][];
            /** @description the head that is selected; where not all fit, it comes first, then its layer */
            readonly at: components["schemas"]["HeadAt"];
            /**
             * Costs
             * @description bodies of POST /api/costs, whose answers the file is to hold
             * @default []
             */
            readonly costs: readonly string[];
        };
        /** OfflineRun */
        readonly OfflineRun: {
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /**
             * Run
             * Format: uuid
             */
            readonly run: string;
        };
        /** OpenLink */
        readonly OpenLink: {
            /** Token */
            readonly token: string;
        };
        /**
         * OrMask
         * @description What any of them allows.
         */
        readonly OrMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "or";
            /** Masks */
            readonly masks: readonly (components["schemas"]["RowMask"] | components["schemas"]["ExpressionMask"] | components["schemas"]["CellsMask"] | components["schemas"]["AndMask"] | components["schemas"]["OrMask"] | components["schemas"]["NotMask"])[];
        };
        /**
         * OwnMask
         * @description A mask that a model was trained with, and the layers that have it.
         */
        readonly OwnMask: {
            /**
             * Row
             * @description its row in the list of masks
             */
            readonly row: string;
            /**
             * Params
             * @description of that row
             */
            readonly params?: {
                readonly [key: string]: string | number | boolean | null;
            };
            /**
             * Layers
             * @description of the stack that writes the output, from 0
             */
            readonly layers: readonly number[];
            /**
             * Words
             * @description what a query sees
             */
            readonly words: string;
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
         * PackedCells
         * @description Who sees whom, one bit a cell: 1 = may attend.
         */
        readonly PackedCells: {
            /** Queries */
            readonly queries: number;
            /** Keys */
            readonly keys: number;
            /**
             * Bits
             * @description base64 of the bits, row by row without a gap, the first cell in the highest bit
             */
            readonly bits: string;
        };
        /**
         * Parameter
         * @description One number that a mask can be told, as a property of a JSON schema.
         */
        readonly Parameter: {
            /** Title */
            readonly title: string;
            /**
             * Type
             * @constant
             */
            readonly type: "integer";
            /** Default */
            readonly default: number;
            /** Minimum */
            readonly minimum: number;
            /** Maximum */
            readonly maximum: number;
            /**
             * Description
             * @description what is counted, with its unit and whether the query's own key is included
             */
            readonly description: string;
        };
        /**
         * Parameters
         * @description The JSON schema of a mask's parameters.
         */
        readonly Parameters: {
            /**
             * Type
             * @constant
             */
            readonly type: "object";
            /** Properties */
            readonly properties: {
                readonly [key: string]: components["schemas"]["Parameter"];
            };
        };
        /**
         * PositionInfo
         * @description One row of the list of position encodings.
         */
        readonly PositionInfo: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /**
             * Formula
             * @description LaTeX; i is the query's position, j the key's
             */
            readonly formula: string;
            readonly source: components["schemas"]["Cited"] | null;
            /**
             * Help
             * @description what it does, with its numbers as a drawing
             */
            readonly help: string;
            /** Params */
            readonly params: readonly components["schemas"]["PositionParameter"][];
            /**
             * Curves
             * @description one or more lines of 55 points between -1 and 1, by position or distance, from the row's function
             */
            readonly curves: readonly (readonly number[])[];
            /**
             * Turns
             * @description it turns queries and keys, so that it can be forced on a model with RoPE
             */
            readonly turns: boolean;
        };
        /** PositionList */
        readonly PositionList: {
            /** Positions */
            readonly positions: readonly components["schemas"]["PositionInfo"][];
            /**
             * Long Text
             * @description a text on which loss beyond the length of training is measured
             */
            readonly long_text: string;
        };
        /**
         * PositionParameter
         * @description One thing that an encoding can be told.
         */
        readonly PositionParameter: {
            /** Name */
            readonly name: string;
            /**
             * Description
             * @description what it does, with its unit
             */
            readonly description: string;
            /** Default */
            readonly default: string | number | boolean | null;
            /**
             * Whole
             * @description a whole number
             */
            readonly whole: boolean;
            /**
             * Optional
             * @description may be left empty: null
             */
            readonly optional: boolean;
            /**
             * Choices
             * @description of a word; empty: it is a number
             */
            readonly choices: readonly string[];
            /**
             * At Least
             * @default null
             */
            readonly at_least: number | null;
            /**
             * More Than
             * @default null
             */
            readonly more_than: number | null;
            /**
             * At Most
             * @default null
             */
            readonly at_most: number | null;
            /**
             * Multiple Of
             * @default null
             */
            readonly multiple_of: number | null;
        };
        /**
         * PrefillAsk
         * @description The text read in pieces that follow each other, beside all at once.
         */
        readonly PrefillAsk: {
            /**
             * Chunks
             * @description tokens of a piece; one attempt for each of these sizes
             * @default [
             *       64
             *     ]
             */
            readonly chunks: readonly number[];
        };
        /** PrefillPiece */
        readonly PrefillPiece: {
            /**
             * First
             * @description first token
             */
            readonly first: number;
            /** Tokens */
            readonly tokens: number;
            /**
             * Keys
             * @description that stand before its end: what its queries can look at
             */
            readonly keys: number;
            /** Ms */
            readonly ms: number;
            /**
             * Peak Bytes
             * @description most that was held, the cache so far included
             */
            readonly peak_bytes: number;
            /**
             * Cache Bytes
             * @description of the cache after it
             */
            readonly cache_bytes: number;
        };
        /**
         * Price
         * @description What a training takes, before it begins.
         */
        readonly Price: {
            /** Parameters */
            readonly parameters: number;
            /**
             * Vocabulary
             * @description different tokens; for a text of one's own, the most that there may be
             */
            readonly vocabulary: number;
            /**
             * Longest
             * @description tokens of the longest example, special ones included
             */
            readonly longest: number;
            /**
             * Tokens
             * @description of all steps, padding included
             */
            readonly tokens: number;
            /**
             * Expected S
             * @description by the speed of what this server trained, were nothing else going on; empty = not known yet
             */
            readonly expected_s: number | null;
        };
        /** Proof */
        readonly Proof: {
            /**
             * Password
             * Format: password
             */
            readonly password: string;
        };
        /** PublishedList */
        readonly PublishedList: {
            /** Models */
            readonly models: readonly components["schemas"]["PublishedModel"][];
            /** Devices */
            readonly devices: readonly components["schemas"]["DeviceInfo"][];
            /** Figures */
            readonly figures: readonly components["schemas"]["FigureInfo"][];
        };
        /**
         * PublishedModel
         * @description A model as a fact: the numbers of its config, and where they were read.
         */
        readonly PublishedModel: {
            /** Name */
            readonly name: string;
            /** Title */
            readonly title: string;
            /** Source */
            readonly source: string;
            /** Parameters */
            readonly parameters: number;
            /** Config */
            readonly config: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
        };
        /**
         * Question
         * @description What is asked of a model; every figure takes of it what it knows.
         */
        readonly Question: {
            /**
             * Tokens
             * @description tokens of each text, the prompt of a generation
             * @default 1024
             */
            readonly tokens: number;
            /**
             * Encoder Tokens
             * @description tokens of the source, for encoder-decoders; empty = as many as tokens
             * @default null
             */
            readonly encoder_tokens: number | null;
            /**
             * Batch
             * @description texts of one pass: their activations, and the time of a step
             * @default 1
             */
            readonly batch: number;
            /**
             * Concurrency
             * @description texts whose cache is kept at once, at least the batch; empty = the batch
             * @default null
             */
            readonly concurrency: number | null;
            /**
             * New Tokens
             * @description tokens that are written after the prompt
             * @default 128
             */
            readonly new_tokens: number;
            /**
             * Precision
             * @description of the weights; the cache has it too, 16 bits beside 4-bit ones
             * @default bf16
             * @enum {string}
             */
            readonly precision: "fp32" | "tf32" | "bf16" | "fp16" | "fp8" | "int8" | "int4" | "mxfp4";
            /**
             * Kv Precision
             * @description of the cache, if another
             * @default null
             */
            readonly kv_precision: ("fp32" | "tf32" | "bf16" | "fp16" | "fp8" | "int8" | "int4" | "mxfp4") | null;
            /**
             * Device
             * @description a name from `list devices`
             * @default h100
             */
            readonly device: string;
            /**
             * Devices
             * @description devices that share memory and work evenly
             * @default 1
             */
            readonly devices: number;
            /**
             * Mask
             * @description own = the model's own of each layer; dense = every cell; else a row such as sliding_window:window=256, or a mask as JSON, put on every layer
             * @default own
             */
            readonly mask: ("own" | "dense") | (components["schemas"]["RowMask"] | components["schemas"]["ExpressionMask"] | components["schemas"]["CellsMask"] | components["schemas"]["AndMask"] | components["schemas"]["OrMask"] | components["schemas"]["NotMask"]);
            /**
             * @description a mask as a run is given one: restricts or replaces the model's own, on chosen layers
             * @default null
             */
            readonly forced: components["schemas"]["ForcedMask"] | null;
            /**
             * Kernel
             * @description eager stores the scores, fused does not
             * @default fused
             */
            readonly kernel: string;
            /**
             * Block Size
             * @description tokens of a block of the paged cache
             * @default 16
             */
            readonly block_size: number;
            /**
             * Chunk
             * @description tokens of a chunk of the prefill
             * @default 512
             */
            readonly chunk: number;
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
            /**
             * Worker Alive
             * @description False: no worker is up, so nothing moves until one starts
             * @default true
             */
            readonly worker_alive: boolean;
        };
        /** Revision */
        readonly Revision: {
            /** Number */
            readonly number: number;
            /** Title */
            readonly title: string;
            /** Is Autosave */
            readonly is_autosave: boolean;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /**
             * Notes
             * @description Markdown
             */
            readonly notes: string;
            /**
             * Tags
             * @description words to find it by
             */
            readonly tags: readonly string[];
            readonly state: components["schemas"]["StudyState"];
        };
        /** RevisionEntry */
        readonly RevisionEntry: {
            /** Number */
            readonly number: number;
            /** Title */
            readonly title: string;
            /** Is Autosave */
            readonly is_autosave: boolean;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
        };
        /** RevisionList */
        readonly RevisionList: {
            /**
             * Revisions
             * @description newest first
             */
            readonly revisions: readonly components["schemas"]["RevisionEntry"][];
        };
        /**
         * Rotary
         * @description How queries and keys are turned instead.
         */
        readonly Rotary: {
            /**
             * Row
             * @description a row of the list of positions
             * @default rope
             * @enum {string}
             */
            readonly row: "rope" | "rope_linear" | "rope_dynamic" | "rope_yarn" | "rope_llama3";
            /**
             * Params
             * @description of that row; what is left out is the model's own, where it has it
             */
            readonly params?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * Routes
         * @description Where the router of a mixture of experts sent the tokens of one row.
         */
        readonly Routes: {
            /**
             * Experts
             * @description how many there are to choose from
             */
            readonly experts: number;
            /**
             * Expert
             * @description [token, choice], counted from 0, largest share first
             */
            readonly expert: readonly (readonly number[])[];
            /** @description [token, choice], of what the experts give together */
            readonly share: components["schemas"]["PackedArray"];
        };
        /**
         * RowMask
         * @description A row of the list of masks; a parameter that is not given has its default, and is filled in.
         */
        readonly RowMask: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "row";
            /** Name */
            readonly name: string;
            /** Params */
            readonly params?: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * Run
         * @description A run as its owner sees it; what it says of itself comes by its events.
         */
        readonly Run: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
            /**
             * Status
             * @enum {string}
             */
            readonly status: "queued" | "running" | "finished" | "failed" | "crashed" | "cancelled";
            readonly spec: components["schemas"]["RunSpec"];
            /**
             * Digest
             * @description names the capture: equal for equal specs
             */
            readonly digest: string;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /** Finished At */
            readonly finished_at: string | null;
            /**
             * Is Example
             * @description stored with the program, readable by everybody
             */
            readonly is_example: boolean;
            /** @description why it failed or crashed */
            readonly error: components["schemas"]["ErrorBody"] | null;
        };
        /**
         * RunCache
         * @description One step of writing; step 0 reads the text.
         */
        readonly RunCache: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.cache";
            /** Step */
            readonly step: number;
            /**
             * Tokens
             * @description read so far, this step's own included
             */
            readonly tokens: number;
            /**
             * Written
             * @description id of the token that the step told
             */
            readonly written: number;
            /** Label */
            readonly label: string;
            /**
             * Text
             * @description all that was written so far
             */
            readonly text: string;
            /**
             * Ended
             * @description it is the end token, or as many as were asked for are written
             */
            readonly ended: boolean;
            /** Kept */
            readonly kept: readonly components["schemas"]["KeptKeys"][];
            /** Block Size */
            readonly block_size: number;
            /** Cached Ms */
            readonly cached_ms: number;
            /**
             * Uncached Ms
             * @description of the same step computed from the whole text; null: not asked for
             */
            readonly uncached_ms: number | null;
            /**
             * Agrees
             * @description whether that tells the same token
             */
            readonly agrees: boolean | null;
            /**
             * Difference
             * @description largest difference of a logit, of the largest logit
             */
            readonly difference: number | null;
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
        readonly RunEvent: components["schemas"]["RunQueued"] | components["schemas"]["QueuePosition"] | components["schemas"]["RunStarted"] | components["schemas"]["RunStage"] | components["schemas"]["RunTokens"] | components["schemas"]["RunHeads"] | components["schemas"]["RunLayer"] | components["schemas"]["RunNextToken"] | components["schemas"]["RunSentences"] | components["schemas"]["RunWritten"] | components["schemas"]["RunFilled"] | components["schemas"]["RunShuffled"] | components["schemas"]["RunLeaks"] | components["schemas"]["RunParts"] | components["schemas"]["RunCache"] | components["schemas"]["RunKernels"] | components["schemas"]["RunPrefill"] | components["schemas"]["RunFinished"] | components["schemas"]["RunFailed"] | components["schemas"]["RunCrashed"] | components["schemas"]["RunCancelled"];
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
        /**
         * RunFilled
         * @description What an encoder says of the masked tokens of one row.
         */
        readonly RunFilled: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.filled";
            /** Row */
            readonly row: number;
            /** Places */
            readonly places: readonly components["schemas"]["Filled"][];
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
            /**
             * Elapsed Ms
             * @description of the run and its capture, without what was measured beside it
             */
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
         * RunKernels
         * @description Ways to compute attention on the run's own text: the same numbers, other time and memory.
         */
        readonly RunKernels: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.kernels";
            /** Calls */
            readonly calls: readonly components["schemas"]["KernelCall"][];
            /** Rounds */
            readonly rounds: number;
            /**
             * Accounting
             * @description how bytes are counted: tensors = storages that operations gave back and that were alive at once (what a kernel holds inside is not seen); allocator = the device's own count
             * @enum {string}
             */
            readonly accounting: "tensors" | "allocator";
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
             * @description time of the whole layer, as measured; a cross-attention's is its layer's
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
            /**
             * Routes
             * @description of each row, where the layer has experts
             * @default []
             */
            readonly routes: readonly components["schemas"]["Routes"][];
        };
        /**
         * RunLeaks
         * @description What changes of the outputs when tokens of the first row are changed, one at a time.
         */
        readonly RunLeaks: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.leaks";
            /**
             * Kind
             * @description the side that is looked at
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /**
             * Promise
             * @description the mask that the outputs are held against, followed through all layers
             */
            readonly promise: string;
            /**
             * Changed
             * @description the tokens that were changed, padding not counted
             */
            readonly changed: readonly number[];
            /** @description [output, changed]: largest change of a number of the last state, of the largest of all */
            readonly moved: components["schemas"]["PackedArray"];
            /**
             * Tolerance
             * @description a change up to this is none
             */
            readonly tolerance: number;
            /**
             * Pairs
             * @description those that the promise rules out, the largest change first
             */
            readonly pairs: readonly components["schemas"]["LeakingPair"][];
            /** Pairs In All */
            readonly pairs_in_all: number;
            /**
             * Cells
             * @description the way they take, the largest weight first
             */
            readonly cells: readonly components["schemas"]["LeakingCell"][];
            /** Cells In All */
            readonly cells_in_all: number;
        };
        /** RunList */
        readonly RunList: {
            /**
             * Runs
             * @description newest first, at most 100
             */
            readonly runs: readonly components["schemas"]["Run"][];
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
        /**
         * RunParts
         * @description Time by part of one pass over the run's tokens and of its output head at all of them.
         */
        readonly RunParts: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.parts";
            /** Parts */
            readonly parts: readonly components["schemas"]["MeasuredPart"][];
            /**
             * Elapsed Ms
             * @description of the pass whose parts these are, the median one of all rounds
             */
            readonly elapsed_ms: number;
            /**
             * Plain Ms
             * @description median of the same pass without timers, taken in turn
             */
            readonly plain_ms: number;
            /** Rounds */
            readonly rounds: number;
            /**
             * Accounting
             * @description how bytes are counted: tensors = storages that operations gave back and that were alive at once (what a kernel holds inside is not seen); allocator = the device's own count
             * @enum {string}
             */
            readonly accounting: "tensors" | "allocator";
        };
        /**
         * RunPrefill
         * @description The text read in pieces, with a cache, against one pass over all of it.
         */
        readonly RunPrefill: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.prefill";
            /** Whole Ms */
            readonly whole_ms: number;
            /** Whole Peak Bytes */
            readonly whole_peak_bytes: number;
            /**
             * Chunkings
             * @description in the order in which they were asked for
             */
            readonly chunkings: readonly components["schemas"]["ChunkedPrefill"][];
            /** Tolerance */
            readonly tolerance: number;
            /**
             * Accounting
             * @description how bytes are counted: tensors = storages that operations gave back and that were alive at once (what a kernel holds inside is not seen); allocator = the device's own count
             * @enum {string}
             */
            readonly accounting: "tensors" | "allocator";
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
         * RunShuffled
         * @description What becomes of one row's outputs when its words are read in another order, asked for by `word_shuffle`.
         *
         *     Where nothing tells positions apart, each token's output goes with it, and every change is 0 but for rounding.
         */
        readonly RunShuffled: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.shuffled";
            /** Row */
            readonly row: number;
            /**
             * Side
             * @description whose outputs are compared: of the tokens that were moved, or of an encoder-decoder's target
             * @enum {string}
             */
            readonly side: "tokens" | "target";
            /**
             * Order
             * @description the token of the row that was put at each place
             */
            readonly order: readonly number[];
            /**
             * Words
             * @description how many words were dealt out anew, whole; one word stays where it is
             */
            readonly words: number;
            /**
             * Changes
             * @description [token]: largest change of a number of its last state, in root mean squares of all; None: padding
             */
            readonly changes: readonly (number | null)[];
            /**
             * Largest
             * @description of these
             */
            readonly largest: number;
            /**
             * Divergences
             * @description [token]: KL divergence of its output from that before, nats; null: the model has no output head
             */
            readonly divergences: readonly (number | null)[] | null;
            /**
             * Agreeing
             * @description tokens whose likeliest output is the same
             */
            readonly agreeing: number | null;
            /**
             * Compared
             * @description of so many
             */
            readonly compared: number;
        };
        /**
         * RunSpec
         * @description One forward pass of one model over one or two texts, and over what the model writes.
         *
         *     Each of the fields from `decode` on belongs to an architecture, some to models of the lab alone; it is refused
         *     elsewhere.
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
             * @description a second sentence, for encoders; for an encoder-decoder the translation that its decoder is given
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
            /**
             * Decode
             * @description how text is written: the likeliest token each time; or, by models of the lab, the best of several kept in step
             * @default greedy
             * @enum {string}
             */
            readonly decode: "greedy" | "beam";
            /**
             * Beam Width
             * @description texts kept in step by a beam
             * @default 4
             */
            readonly beam_width: number;
            /**
             * Most Tokens
             * @description tokens after which an encoder-decoder's translation ends
             * @default 64
             */
            readonly most_tokens: number;
            /**
             * Continue Tokens
             * @description tokens that a decoder writes on, at most
             * @default 0
             */
            readonly continue_tokens: number;
            /**
             * Masked
             * @description tokens of the first row that an encoder is to fill, from 0, padding not counted
             * @default []
             */
            readonly masked: readonly number[];
            /**
             * @description a mask put on the model's attention; null = its own alone
             * @default null
             */
            readonly mask: components["schemas"]["ForcedMask"] | null;
            /**
             * @description where tokens stand instead; None: as the model was trained
             * @default null
             */
            readonly position: components["schemas"]["ForcedPosition"] | null;
            /**
             * Word Shuffle
             * @description seed of the word-shuffle test: the words are read once more in another order; None: not tested
             * @default null
             */
            readonly word_shuffle: number | null;
            /**
             * Check Leaks
             * @description also tell which outputs hear of a token that the mask promises to hide from them
             * @default false
             */
            readonly check_leaks: boolean;
            /**
             * Measure Parts
             * @description also time a pass by part
             * @default false
             */
            readonly measure_parts: boolean;
            /**
             * @description also write on, one token at a time, and watch the cache
             * @default null
             */
            readonly measure_cache: components["schemas"]["CacheAsk"] | null;
            /**
             * @description also compute attention in several ways
             * @default null
             */
            readonly measure_kernels: components["schemas"]["KernelAsk"] | null;
            /**
             * @description also read the text in pieces
             * @default null
             */
            readonly measure_prefill: components["schemas"]["PrefillAsk"] | null;
            /**
             * Measure Again
             * @description what was computed once is answered from what was kept of it; another number here measures anew
             * @default 0
             */
            readonly measure_again: number;
        };
        /**
         * RunStage
         * @description Work beside the layers that can take over a second: before the first one, and measuring after all of them.
         *
         *     Writing is said anew before each token.
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
            readonly stage: "loading_model" | "tokenising" | "writing" | "computing" | "measuring";
            /**
             * Done
             * @description tokens written so far; null: it is not writing
             * @default null
             */
            readonly done: number | null;
            /**
             * Total
             * @description tokens after which it ends at the latest
             * @default null
             */
            readonly total: number | null;
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
         * @description The model and the rows that it reads; every row of a side has the same number of tokens.
         *
         *     Said again when the model has written some of them itself: the maps are those of the last one said.
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
            /**
             * Target
             * @description what the decoder of an encoder-decoder reads: its start token, then what was written or given
             * @default []
             */
            readonly target: readonly components["schemas"]["TokenRow"][];
        };
        /**
         * RunWritten
         * @description What a model wrote, token by token, or was given to write.
         *
         *     The token of step i was told by query `first_query` + i of the decoder.
         */
        readonly RunWritten: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "run.written";
            /** Row */
            readonly row: number;
            /**
             * How
             * @enum {string}
             */
            readonly how: "greedy" | "beam" | "given";
            /**
             * Text
             * @description without special tokens
             */
            readonly text: string;
            /** First Query */
            readonly first_query: number;
            /**
             * Steps
             * @description the end token included, if it came
             */
            readonly steps: readonly components["schemas"]["WrittenToken"][];
            /**
             * Ended
             * @description False: as many tokens as may be written were written before the end token came
             */
            readonly ended: boolean;
            /**
             * Hypotheses
             * @description what was found, best first; none for a text that was given
             */
            readonly hypotheses: readonly components["schemas"]["Hypothesis"][];
        };
        /**
         * SentenceEffects
         * @description Sentence vectors of two runs of one encoder: 1 - cosine, 0 = the same direction.
         */
        readonly SentenceEffects: {
            /**
             * Sentences
             * @description for each sentence
             */
            readonly sentences: readonly number[];
            /**
             * Tokens
             * @description [row, token]; None for padding
             */
            readonly tokens: readonly (readonly (number | null)[])[];
            /**
             * Compared
             * @description tokens compared
             */
            readonly compared: number;
            /** Mean Token */
            readonly mean_token: number | null;
        };
        /** SignIn */
        readonly SignIn: {
            /** Username */
            readonly username: string;
            /**
             * Password
             * Format: password
             */
            readonly password: string;
        };
        /** SignUp */
        readonly SignUp: {
            /** Username */
            readonly username: string;
            /**
             * Password
             * Format: password
             */
            readonly password: string;
            /**
             * Email
             * @description only to reset a forgotten password
             * @default
             */
            readonly email: string;
        };
        /** Study */
        readonly Study: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
            /**
             * Title
             * @description one line
             */
            readonly title: string;
            /**
             * Notes
             * @description Markdown
             */
            readonly notes: string;
            /**
             * Tags
             * @description words to find it by
             */
            readonly tags: readonly string[];
            readonly state: components["schemas"]["StudyState"];
            /** Revision */
            readonly revision: number;
            /** Runs */
            readonly runs: readonly components["schemas"]["VariantRun"][];
            /**
             * Role
             * @description what the asker is to it: copier and reader came by a link
             * @enum {string}
             */
            readonly role: "owner" | "copier" | "reader";
            /**
             * Comments
             * @description comments can be read and written
             */
            readonly comments: boolean;
            /** In Gallery */
            readonly in_gallery: boolean;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /**
             * Updated At
             * Format: date-time
             */
            readonly updated_at: string;
        };
        /**
         * StudyChange
         * @description What is left out stays as it is.
         */
        readonly StudyChange: {
            /**
             * Revision
             * @description the one that was changed; another one stored: conflict
             */
            readonly revision: number;
            /**
             * Title
             * @default null
             */
            readonly title: string | null;
            /**
             * Notes
             * @default null
             */
            readonly notes: string | null;
            /**
             * Tags
             * @default null
             */
            readonly tags: readonly string[] | null;
            /** @default null */
            readonly state: components["schemas"]["StudyState"] | null;
            /**
             * Autosave
             * @description saved by the page by itself; among the first to leave a long history
             * @default false
             */
            readonly autosave: boolean;
        };
        /**
         * StudyFile
         * @description A study outside its database. Its numbers are not in it: they follow from the specs.
         */
        readonly StudyFile: {
            /**
             * Format
             * @default attention-atlas/study
             * @constant
             */
            readonly format: "attention-atlas/study";
            /**
             * Version
             * @description of the whole file; older ones are brought up when read
             * @default 1
             * @constant
             */
            readonly version: 1;
            /**
             * Title
             * @description one line
             */
            readonly title: string;
            /**
             * Notes
             * @description Markdown
             * @default
             */
            readonly notes: string;
            /**
             * Tags
             * @description words to find it by
             * @default []
             */
            readonly tags: readonly string[];
            readonly state: components["schemas"]["StudyState"];
            /**
             * Runs
             * @description letter to digest, of the variants that had been run
             */
            readonly runs?: {
                readonly [key: string]: string;
            };
        };
        /** StudyList */
        readonly StudyList: {
            /**
             * Studies
             * @description last changed first, at most 50
             */
            readonly studies: readonly components["schemas"]["ListedStudy"][];
            /**
             * Total
             * @description how many there are in all
             */
            readonly total: number;
            /**
             * Tags
             * @description every tag of the asker's studies
             * @default []
             */
            readonly tags: readonly string[];
        };
        /**
         * StudyState
         * @description The settings of every variant, and the address of the page, which holds view and selection.
         */
        readonly StudyState: {
            /**
             * Version
             * @default 1
             * @constant
             */
            readonly version: 1;
            /**
             * Address
             * @description what stands behind the hash in the page's address
             * @default
             */
            readonly address: string;
            /** Variants */
            readonly variants: readonly components["schemas"]["Variant"][];
            /**
             * Base
             * @description the variant that the others are compared with
             * @default null
             */
            readonly base: string | null;
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
             * @description the characters it stands for, readable in every script; blank ␣, newline ⏎, tab ⇥
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
             * @description 1, 2, …: which piece of a shared character, whose label all pieces show; 0: not shared
             */
            readonly part: number;
            /**
             * Role
             * @enum {string}
             */
            readonly role: "text" | "special" | "padding";
        };
        /**
         * TokenEffects
         * @description One row of two runs whose models give probabilities of tokens, place by place.
         *
         *     A decoder's place tells the next token, an encoder's the one that is masked there. Lists run along `places`.
         */
        readonly TokenEffects: {
            /** Row */
            readonly row: number;
            /**
             * How
             * @description how the tokens of the two stand for each other
             * @enum {string}
             */
            readonly how: "same" | "characters" | "places" | "prefix";
            /**
             * Different
             * @description places whose own tokens differ
             */
            readonly different: readonly number[];
            /**
             * Places
             * @description the places compared
             */
            readonly places: readonly number[];
            /**
             * Kl
             * @description KL(base || variant), nats; None: not finite
             */
            readonly kl: readonly (number | null)[];
            /**
             * Base Loss
             * @description nats, of the token that is there; None: none is
             */
            readonly base_loss: readonly (number | null)[];
            /** Variant Loss */
            readonly variant_loss: readonly (number | null)[];
            /**
             * Top Change
             * @description probability of the base's top token: variant less base
             */
            readonly top_change: readonly number[];
            /**
             * Agrees
             * @description the top token is the same
             */
            readonly agrees: readonly boolean[];
            /**
             * Base Top
             * @description the three likeliest; none for a long text
             */
            readonly base_top: readonly (readonly components["schemas"]["Candidate"][])[];
            /** Variant Top */
            readonly variant_top: readonly (readonly components["schemas"]["Candidate"][])[];
            /** Mean Kl */
            readonly mean_kl: number | null;
            /**
             * Mean Base Loss
             * @description over the places that have a token in both
             */
            readonly mean_base_loss: number | null;
            /** Mean Variant Loss */
            readonly mean_variant_loss: number | null;
            /** Mean Top Change */
            readonly mean_top_change: number;
            /**
             * Agreement
             * @description places with the same top token, of all places compared
             */
            readonly agreement: number;
            /**
             * Losses Compared
             * @description places behind the mean losses
             */
            readonly losses_compared: number;
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
        /**
         * TrainSpec
         * @description A training from its first to its last number: the same spec gives the same weights on one machine.
         */
        readonly TrainSpec: {
            readonly model: components["schemas"]["LabSpec"];
            /** @description a row of the tasks, or `pairs` with a corpus at hand */
            readonly task: components["schemas"]["Choice"];
            /**
             * Steps
             * @description updates of the weights
             * @default 1000
             */
            readonly steps: number;
            /**
             * Batch
             * @description examples of a step
             * @default 64
             */
            readonly batch: number;
            /**
             * Learning Rate
             * @description the highest, reached after the warm-up
             * @default 0.003
             */
            readonly learning_rate: number;
            /**
             * Warmup Steps
             * @description steps in which the rate rises from 0
             * @default 100
             */
            readonly warmup_steps: number;
            /**
             * Label Smoothing
             * @description share of a target spread over all tokens
             * @default 0
             */
            readonly label_smoothing: number;
            /**
             * Weight Decay
             * @description pull of the weight matrices towards 0, times the rate
             * @default 0.01
             */
            readonly weight_decay: number;
            /**
             * Average
             * @description weights are shown and stored as a running mean with this memory; 0 = as they are
             * @default 0
             */
            readonly average: number;
            /**
             * Precision
             * @description of matrix products in training; bfloat16 is faster where the processor has it
             * @default float32
             * @enum {string}
             */
            readonly precision: "float32" | "bfloat16";
            /**
             * Seed
             * @description of the first weights, the batches and what is dropped
             * @default 0
             */
            readonly seed: number;
            /**
             * Report Every
             * @description steps between two points of the loss curve
             * @default 50
             */
            readonly report_every: number;
            /**
             * Evaluate Every
             * @description steps between two checkpoints with held-out figures
             * @default 500
             */
            readonly evaluate_every: number;
            /**
             * Stop At Accuracy
             * @description held-out token accuracy at which it ends early; empty = never
             * @default null
             */
            readonly stop_at_accuracy: number | null;
        };
        /**
         * Training
         * @description A training as its owner sees it; what it says of itself comes by its events.
         */
        readonly Training: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
            /** Name */
            readonly name: string;
            /**
             * Status
             * @enum {string}
             */
            readonly status: "queued" | "running" | "finished" | "failed" | "crashed" | "cancelled";
            /** @description in lists a text of one's own is cut to 200 characters */
            readonly order: components["schemas"]["TrainingOrder"];
            /**
             * Digest
             * @description equal for equal orders, which are trained once
             */
            readonly digest: string;
            /**
             * Model
             * @description name of what was trained, for runs; null: there is none
             */
            readonly model: string | null;
            readonly result: components["schemas"]["TrainingResult"] | null;
            /** @description why it failed or crashed */
            readonly error: components["schemas"]["ErrorBody"] | null;
            /**
             * Created At
             * Format: date-time
             */
            readonly created_at: string;
            /** Finished At */
            readonly finished_at: string | null;
        };
        /**
         * TrainingCheckpoint
         * @description Figures over all held-out examples.
         */
        readonly TrainingCheckpoint: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.checkpoint";
            /** Step */
            readonly step: number;
            /**
             * Held Out Loss
             * @description nats a token
             */
            readonly held_out_loss: number;
            /** Held Out Accuracy */
            readonly held_out_accuracy: number;
            /**
             * Labels
             * @description how many tokens were predicted
             */
            readonly labels: number;
            /** Seq */
            readonly seq: number;
        };
        /**
         * TrainingChoices
         * @description All that a form offers, and the most that is trained here.
         */
        readonly TrainingChoices: {
            /**
             * Model
             * @description JSON schema of a model's own choices
             */
            readonly model: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * Training
             * @description JSON schema of the training's
             */
            readonly training: {
                readonly [key: string]: components["schemas"]["JsonValue"];
            };
            /** Positions */
            readonly positions: readonly components["schemas"]["ChoiceRow"][];
            /** Masks */
            readonly masks: readonly components["schemas"]["ChoiceRow"][];
            /** Norms */
            readonly norms: readonly components["schemas"]["ChoiceRow"][];
            /** Feed Forwards */
            readonly feed_forwards: readonly components["schemas"]["ChoiceRow"][];
            /** Tasks */
            readonly tasks: readonly components["schemas"]["ChoiceRow"][];
            /** Lessons */
            readonly lessons: readonly components["schemas"]["TrainingLesson"][];
            /** Most Steps */
            readonly most_steps: number;
            /** Most Minutes */
            readonly most_minutes: number;
            /** Most Parameters */
            readonly most_parameters: number;
            /**
             * Worker Alive
             * @description a training worker said within the last seconds that it is up
             */
            readonly worker_alive: boolean;
        };
        /**
         * TrainingCrashed
         * @description Ended by our fault: code `internal`; details stand only in the log.
         */
        readonly TrainingCrashed: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.crashed";
            readonly error: components["schemas"]["ErrorBody"];
        };
        /** TrainingDeleted */
        readonly TrainingDeleted: {
            /**
             * Id
             * Format: uuid
             */
            readonly id: string;
        };
        /**
         * TrainingEnded
         * @description The end, whatever ended it; a training that was cancelled before its first step leaves no model.
         */
        readonly TrainingEnded: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.ended";
            /** Step */
            readonly step: number;
            /**
             * Why
             * @enum {string}
             */
            readonly why: "done" | "accurate" | "cancelled" | "out_of_time";
            /**
             * Elapsed S
             * @description in all, time before an interruption included
             */
            readonly elapsed_s: number;
            /** Seq */
            readonly seq: number;
            /** Model */
            readonly model: string | null;
        };
        readonly TrainingEvent: components["schemas"]["TrainingQueued"] | components["schemas"]["QueuePosition"] | components["schemas"]["TrainingStarted"] | components["schemas"]["TrainingSentence"] | components["schemas"]["TrainingHeads"] | components["schemas"]["TrainingProgress"] | components["schemas"]["TrainingCheckpoint"] | components["schemas"]["TrainingStored"] | components["schemas"]["TrainingEnded"] | components["schemas"]["TrainingFailed"] | components["schemas"]["TrainingCrashed"];
        /** TrainingFailed */
        readonly TrainingFailed: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.failed";
            readonly error: components["schemas"]["ErrorBody"];
        };
        /**
         * TrainingHeads
         * @description How the heads of one layer look at the sentence after so many steps: at most 64 x 64 cells a head.
         *
         *     Cell [r, c] is the largest weight among block x block queries and keys; NaN where all of them are masked.
         */
        readonly TrainingHeads: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.heads";
            /** Step */
            readonly step: number;
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "encoder" | "decoder" | "cross";
            /** Layer */
            readonly layer: number;
            /** Queries */
            readonly queries: number;
            /** Keys */
            readonly keys: number;
            /** Block */
            readonly block: number;
            /** @description [head, query block, key block] */
            readonly overview: components["schemas"]["PackedArray"];
            /**
             * Induction
             * @description [head], share on earlier places of the token that is to come, where one is to be predicted: the mean over held-out examples; None: not defined here
             */
            readonly induction: readonly (number | null)[];
        };
        /**
         * TrainingLesson
         * @description A small training that shows one thing.
         */
        readonly TrainingLesson: {
            /** Name */
            readonly name: string;
            readonly spec: components["schemas"]["TrainSpec"];
        };
        /** TrainingList */
        readonly TrainingList: {
            /**
             * Trainings
             * @description newest first
             */
            readonly trainings: readonly components["schemas"]["Training"][];
        };
        /** TrainingName */
        readonly TrainingName: {
            /**
             * Name
             * @description under which its model is listed, without blanks around it
             */
            readonly name: string;
        };
        /**
         * TrainingOrder
         * @description What is to be trained, and the most time that it may take.
         */
        readonly TrainingOrder: {
            readonly spec: components["schemas"]["TrainSpec"];
            /**
             * Minutes
             * @description it ends after this time, wherever it is; empty = when its steps are done
             * @default null
             */
            readonly minutes: number | null;
        };
        /**
         * TrainingProgress
         * @description A point of the loss curve.
         */
        readonly TrainingProgress: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.progress";
            /** Step */
            readonly step: number;
            /**
             * Loss
             * @description nats a token, without smoothing
             */
            readonly loss: number;
            /** Accuracy */
            readonly accuracy: number;
            /** Learning Rate */
            readonly learning_rate: number;
            /** Tokens Per S */
            readonly tokens_per_s: number;
            /**
             * Left S
             * @description time left at this speed
             */
            readonly left_s: number;
            /** Seq */
            readonly seq: number;
        };
        /** TrainingQueued */
        readonly TrainingQueued: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.queued";
            /** Digest */
            readonly digest: string;
        };
        /**
         * TrainingRequest
         * @description A new training and its name.
         */
        readonly TrainingRequest: {
            readonly spec: components["schemas"]["TrainSpec"];
            /**
             * Minutes
             * @description it ends after this time, wherever it is; empty = when its steps are done
             * @default null
             */
            readonly minutes: number | null;
            /**
             * Name
             * @description under which its model is listed, without blanks around it
             */
            readonly name: string;
        };
        /**
         * TrainingResult
         * @description What a training came to. Figures are those of the stored model over all held-out examples.
         */
        readonly TrainingResult: {
            /** Step */
            readonly step: number;
            /**
             * Why
             * @enum {string}
             */
            readonly why: "done" | "accurate" | "cancelled" | "out_of_time";
            /** Elapsed S */
            readonly elapsed_s: number;
            /**
             * Held Out Loss
             * @description nats a token
             */
            readonly held_out_loss: number;
            /** Held Out Accuracy */
            readonly held_out_accuracy: number;
            /** Parameters */
            readonly parameters: number;
        };
        /**
         * TrainingSentence
         * @description The held-out example that is looked at while the model learns; tokens by their labels.
         */
        readonly TrainingSentence: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.sentence";
            /**
             * Tokens
             * @description what the model reads; of an encoder-decoder, its decoder
             */
            readonly tokens: readonly string[];
            /**
             * Source
             * @description what the encoder of an encoder-decoder reads
             * @default []
             */
            readonly source: readonly string[];
            /**
             * Wanted
             * @description [token], what is to be predicted there; None: nothing
             */
            readonly wanted: readonly (string | null)[];
        };
        /**
         * TrainingStarted
         * @description A worker has taken it; attempt 2 means that the first worker died.
         */
        readonly TrainingStarted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.started";
            /** Steps */
            readonly steps: number;
            /** Parameters */
            readonly parameters: number;
            /**
             * From Step
             * @description more than 0: taken up again from a checkpoint
             */
            readonly from_step: number;
            /** Seq */
            readonly seq: number;
            /** Attempt */
            readonly attempt: number;
            /** Vocabulary */
            readonly vocabulary: number;
            /** Threads */
            readonly threads: number;
        };
        /**
         * TrainingStored
         * @description A model is kept as it was after this step, under a name; figures are those of the stored file.
         */
        readonly TrainingStored: {
            /** Seq */
            readonly seq: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "training.stored";
            /** Step */
            readonly step: number;
            /** Model */
            readonly model: string;
            /**
             * Held Out Loss
             * @description nats a token
             */
            readonly held_out_loss: number;
            /** Held Out Accuracy */
            readonly held_out_accuracy: number;
            /** Parameters */
            readonly parameters: number;
        };
        /**
         * Turning
         * @description How queries and keys are turned by their positions.
         */
        readonly Turning: {
            /** @description [pair], radians from one token to the next */
            readonly speeds: components["schemas"]["PackedArray"];
            /**
             * Factor
             * @description what cosine and sine are multiplied by
             */
            readonly factor: number;
            /**
             * Pairing
             * @description half: numbers i and i + head_dim/2; interleaved; null: the model's own
             */
            readonly pairing: string | null;
        };
        /** UploadedMask */
        readonly UploadedMask: {
            readonly mask: components["schemas"]["CellsMask"];
            /**
             * Allowed
             * @description cells that may be attended to
             */
            readonly allowed: number;
            /**
             * Own Hidden
             * @description queries that don't see their own key; where all are, a 1 in the file may mean the opposite
             */
            readonly own_hidden: number;
        };
        /** Variant */
        readonly Variant: {
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /**
             * Name
             * @default
             */
            readonly name: string;
            readonly spec: components["schemas"]["RunSpec"];
        };
        /**
         * VariantRun
         * @description The run of one variant. A variant that was never run has none.
         */
        readonly VariantRun: {
            /**
             * Letter
             * @description A to H
             */
            readonly letter: string;
            /** Digest */
            readonly digest: string;
            /**
             * Run
             * @description None: to be computed when the study is opened
             */
            readonly run: string | null;
            /**
             * State
             * @description kept: its numbers are stored; missing: they are not; ended: it failed, crashed or was cancelled
             * @enum {string}
             */
            readonly state: "kept" | "running" | "missing" | "ended";
            /**
             * Recomputed At
             * @description its stored numbers were gone, so that it was run again
             */
            readonly recomputed_at: string | null;
            /**
             * Renumbered
             * @description run again by a program that gives other numbers than those saved
             */
            readonly renumbered: boolean;
            /**
             * @description why it cannot be run again
             * @default null
             */
            readonly problem: components["schemas"]["ErrorBody"] | null;
        };
        /** WorkCited */
        readonly WorkCited: {
            /** Work */
            readonly work: string;
            /** Address */
            readonly address: string;
        };
        /**
         * WrittenToken
         * @description A token of a text that was written, with what else could have stood there.
         */
        readonly WrittenToken: {
            /** Id */
            readonly id: number;
            /** Label */
            readonly label: string;
            /** Probability */
            readonly probability: number;
            /**
             * Top
             * @description the ten likeliest tokens there, likeliest first
             */
            readonly top: readonly components["schemas"]["Candidate"][];
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

export type Account = components["schemas"]["Account"];
export type AnchorCell = components["schemas"]["AnchorCell"];
export type AnchorHead = components["schemas"]["AnchorHead"];
export type AnchorNone = components["schemas"]["AnchorNone"];
export type AnchorToken = components["schemas"]["AnchorToken"];
export type AndMask = components["schemas"]["AndMask"];
export type AtRevision = components["schemas"]["AtRevision"];
export type CacheAsk = components["schemas"]["CacheAsk"];
export type Candidate = components["schemas"]["Candidate"];
export type Cell = components["schemas"]["Cell"];
export type Cells = components["schemas"]["Cells"];
export type CellsMask = components["schemas"]["CellsMask"];
export type Choice = components["schemas"]["Choice"];
export type ChoiceRow = components["schemas"]["ChoiceRow"];
export type ChunkedPrefill = components["schemas"]["ChunkedPrefill"];
export type Cited = components["schemas"]["Cited"];
export type Comment = components["schemas"]["Comment"];
export type CommentChange = components["schemas"]["CommentChange"];
export type CommentList = components["schemas"]["CommentList"];
export type Comparison = components["schemas"]["Comparison"];
export type CostReport = components["schemas"]["CostReport"];
export type CostRequest = components["schemas"]["CostRequest"];
export type DeviceInfo = components["schemas"]["DeviceInfo"];
export type DifferenceTile = components["schemas"]["DifferenceTile"];
export type Done = components["schemas"]["Done"];
export type Draft = components["schemas"]["Draft"];
export type Effects = components["schemas"]["Effects"];
export type ErrorBody = components["schemas"]["ErrorBody"];
export type Example = components["schemas"]["Example"];
export type ExampleList = components["schemas"]["ExampleList"];
export type ExpressionMask = components["schemas"]["ExpressionMask"];
export type Facts = components["schemas"]["Facts"];
export type Figure = components["schemas"]["Figure"];
export type FigureAsk = components["schemas"]["FigureAsk"];
export type FigureInfo = components["schemas"]["FigureInfo"];
export type Figures = components["schemas"]["Figures"];
export type Filled = components["schemas"]["Filled"];
export type ForcedMask = components["schemas"]["ForcedMask"];
export type ForcedPosition = components["schemas"]["ForcedPosition"];
export type Gallery = components["schemas"]["Gallery"];
export type HeadAt = components["schemas"]["HeadAt"];
export type HeadMeasures = components["schemas"]["HeadMeasures"];
export type HeadPosition = components["schemas"]["HeadPosition"];
export type Hypothesis = components["schemas"]["Hypothesis"];
export type JsonValue = components["schemas"]["JsonValue"];
export type KeptKeys = components["schemas"]["KeptKeys"];
export type KernelAsk = components["schemas"]["KernelAsk"];
export type KernelCall = components["schemas"]["KernelCall"];
export type LabSpec = components["schemas"]["LabSpec"];
export type LayerMask = components["schemas"]["LayerMask"];
export type LeakingCell = components["schemas"]["LeakingCell"];
export type LeakingPair = components["schemas"]["LeakingPair"];
export type Link = components["schemas"]["Link"];
export type LinkChange = components["schemas"]["LinkChange"];
export type LinkList = components["schemas"]["LinkList"];
export type ListedStudy = components["schemas"]["ListedStudy"];
export type ListedVariant = components["schemas"]["ListedVariant"];
export type Margins = components["schemas"]["Margins"];
export type MaskByContent = components["schemas"]["MaskByContent"];
export type MaskInfo = components["schemas"]["MaskInfo"];
export type MaskList = components["schemas"]["MaskList"];
export type MaskPreview = components["schemas"]["MaskPreview"];
export type MaskPreviewRequest = components["schemas"]["MaskPreviewRequest"];
export type MaskUpload = components["schemas"]["MaskUpload"];
export type MeasuredKernel = components["schemas"]["MeasuredKernel"];
export type MeasuredPart = components["schemas"]["MeasuredPart"];
export type ModelCard = components["schemas"]["ModelCard"];
export type ModelList = components["schemas"]["ModelList"];
export type Moderation = components["schemas"]["Moderation"];
export type NewComment = components["schemas"]["NewComment"];
export type NewDraft = components["schemas"]["NewDraft"];
export type NewPassword = components["schemas"]["NewPassword"];
export type NewStudy = components["schemas"]["NewStudy"];
export type NotMask = components["schemas"]["NotMask"];
export type Notice = components["schemas"]["Notice"];
export type OfflinePlan = components["schemas"]["OfflinePlan"];
export type OfflineRequest = components["schemas"]["OfflineRequest"];
export type OfflineRun = components["schemas"]["OfflineRun"];
export type OpenLink = components["schemas"]["OpenLink"];
export type OrMask = components["schemas"]["OrMask"];
export type OwnMask = components["schemas"]["OwnMask"];
export type PackedArray = components["schemas"]["PackedArray"];
export type PackedCells = components["schemas"]["PackedCells"];
export type Parameter = components["schemas"]["Parameter"];
export type Parameters = components["schemas"]["Parameters"];
export type PositionInfo = components["schemas"]["PositionInfo"];
export type PositionList = components["schemas"]["PositionList"];
export type PositionParameter = components["schemas"]["PositionParameter"];
export type PrefillAsk = components["schemas"]["PrefillAsk"];
export type PrefillPiece = components["schemas"]["PrefillPiece"];
export type Price = components["schemas"]["Price"];
export type Proof = components["schemas"]["Proof"];
export type PublishedList = components["schemas"]["PublishedList"];
export type PublishedModel = components["schemas"]["PublishedModel"];
export type Question = components["schemas"]["Question"];
export type QueuePosition = components["schemas"]["QueuePosition"];
export type Revision = components["schemas"]["Revision"];
export type RevisionEntry = components["schemas"]["RevisionEntry"];
export type RevisionList = components["schemas"]["RevisionList"];
export type Rotary = components["schemas"]["Rotary"];
export type Routes = components["schemas"]["Routes"];
export type RowMask = components["schemas"]["RowMask"];
export type Run = components["schemas"]["Run"];
export type RunCache = components["schemas"]["RunCache"];
export type RunCancelled = components["schemas"]["RunCancelled"];
export type RunCrashed = components["schemas"]["RunCrashed"];
export type RunEvent = components["schemas"]["RunEvent"];
export type RunFailed = components["schemas"]["RunFailed"];
export type RunFilled = components["schemas"]["RunFilled"];
export type RunFinished = components["schemas"]["RunFinished"];
export type RunHeads = components["schemas"]["RunHeads"];
export type RunKernels = components["schemas"]["RunKernels"];
export type RunLayer = components["schemas"]["RunLayer"];
export type RunLeaks = components["schemas"]["RunLeaks"];
export type RunList = components["schemas"]["RunList"];
export type RunNextToken = components["schemas"]["RunNextToken"];
export type RunParts = components["schemas"]["RunParts"];
export type RunPrefill = components["schemas"]["RunPrefill"];
export type RunQueued = components["schemas"]["RunQueued"];
export type RunSentences = components["schemas"]["RunSentences"];
export type RunShuffled = components["schemas"]["RunShuffled"];
export type RunSpec = components["schemas"]["RunSpec"];
export type RunStage = components["schemas"]["RunStage"];
export type RunStarted = components["schemas"]["RunStarted"];
export type RunTokens = components["schemas"]["RunTokens"];
export type RunWritten = components["schemas"]["RunWritten"];
export type SentenceEffects = components["schemas"]["SentenceEffects"];
export type SignIn = components["schemas"]["SignIn"];
export type SignUp = components["schemas"]["SignUp"];
export type Study = components["schemas"]["Study"];
export type StudyChange = components["schemas"]["StudyChange"];
export type StudyFile = components["schemas"]["StudyFile"];
export type StudyList = components["schemas"]["StudyList"];
export type StudyState = components["schemas"]["StudyState"];
export type Token = components["schemas"]["Token"];
export type TokenEffects = components["schemas"]["TokenEffects"];
export type TokenRow = components["schemas"]["TokenRow"];
export type TrainSpec = components["schemas"]["TrainSpec"];
export type Training = components["schemas"]["Training"];
export type TrainingCheckpoint = components["schemas"]["TrainingCheckpoint"];
export type TrainingChoices = components["schemas"]["TrainingChoices"];
export type TrainingCrashed = components["schemas"]["TrainingCrashed"];
export type TrainingDeleted = components["schemas"]["TrainingDeleted"];
export type TrainingEnded = components["schemas"]["TrainingEnded"];
export type TrainingEvent = components["schemas"]["TrainingEvent"];
export type TrainingFailed = components["schemas"]["TrainingFailed"];
export type TrainingHeads = components["schemas"]["TrainingHeads"];
export type TrainingLesson = components["schemas"]["TrainingLesson"];
export type TrainingList = components["schemas"]["TrainingList"];
export type TrainingName = components["schemas"]["TrainingName"];
export type TrainingOrder = components["schemas"]["TrainingOrder"];
export type TrainingProgress = components["schemas"]["TrainingProgress"];
export type TrainingQueued = components["schemas"]["TrainingQueued"];
export type TrainingRequest = components["schemas"]["TrainingRequest"];
export type TrainingResult = components["schemas"]["TrainingResult"];
export type TrainingSentence = components["schemas"]["TrainingSentence"];
export type TrainingStarted = components["schemas"]["TrainingStarted"];
export type TrainingStored = components["schemas"]["TrainingStored"];
export type Turning = components["schemas"]["Turning"];
export type UploadedMask = components["schemas"]["UploadedMask"];
export type Variant = components["schemas"]["Variant"];
export type VariantRun = components["schemas"]["VariantRun"];
export type WorkCited = components["schemas"]["WorkCited"];
export type WrittenToken = components["schemas"]["WrittenToken"];
