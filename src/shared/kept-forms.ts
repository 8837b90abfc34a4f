/** Whatever the browser keeps of listings' forms stands under this: then the account, then the form. */
export const KEPT = "listing-form/";
/** In the tab's own store: the id of a listing whose form is on its way to the server. */
export const SENT = "listing-form-sent";
/** Where tabs tell each other that a listing was saved: `{id}`. Also what locks of open forms begin with. */
export const FORMS = "listing-form";
