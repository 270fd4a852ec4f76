/** For a file whose path changes with its content: browsers keep it, and never ask again. */
export const lastingHeaders = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
