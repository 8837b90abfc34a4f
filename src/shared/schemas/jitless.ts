import * as z from "zod/mini";

/**
 * Must be imported before any schema is created: otherwise zod tests `new Function`, which the content security policy
 * blocks and reports.
 */
z.config({ jitless: true });
