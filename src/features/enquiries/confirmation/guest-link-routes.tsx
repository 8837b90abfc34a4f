import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { ERROR_STATUS } from "@/shared/errors";
import {
  GuestLinkPage,
  type GuestLinkState,
  getGuestLinkHeading,
  type UnsentMessage,
} from "./guest-link-page";

type C = Context<AppEnv>;

/** Shows that a link is invalid, and the message that was sent with it. */
export const renderInvalidLink = (c: C, id: string, unsent: UnsentMessage | null = null) =>
  renderGuestLinkPage(c, { kind: "invalid", id, unsent }, ERROR_STATUS.malformed);

export const renderGuestLinkPage = (c: C, state: GuestLinkState, status = 200) =>
  renderPage(
    c,
    {
      title: c.var.ctx.t(getGuestLinkHeading(state.kind)),
      secret: true,
      isAfterDeletion: state.kind === "erased" || state.kind === "forgotten",
    },
    <GuestLinkPage state={state} />,
    status,
  );
