import type { DocumentForm } from "../documents";
import { packageForm } from "./package-form";
import { sellerForm } from "./seller-form";
import { vatForm } from "./vat-form";

/** The forms of the pricing documents, in the order of their page. */
export const PRICING_FORMS: readonly DocumentForm<unknown>[] = [packageForm, vatForm, sellerForm];
