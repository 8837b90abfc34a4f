import * as z from "zod";

/**
 * Imported before any schema is made: zod would else try `new Function` to see whether it may compile its checks,
 * which the site's Content-Security-Policy forbids and reports.
 */
z.config({ jitless: true });
