import { bannedWordsForm } from "./banned-words/banned-words-form";
import type { DocumentForm } from "./documents";
import { examsForm } from "./exams/exams-form";
import { limitsForm } from "./limits-form";
import { PRICING_FORMS } from "./pricing/pricing-forms";

/** The forms whose routes are the settings' own. */
export const OWN_FORMS: readonly DocumentForm<unknown>[] = [limitsForm, bannedWordsForm, examsForm];

/** The forms of all documents, in the order of the settings page. */
export const DOCUMENT_FORMS = [...PRICING_FORMS, ...OWN_FORMS];
