/**
 * Compiles the embedded database's engine once and simply, and only what is called of it: a process of a story lives for
 * seconds, and V8 would spend longer on making the engine fast than the story runs.
 */
export const ENGINE_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation']
