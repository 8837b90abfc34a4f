import type { Subject } from "@/shared/codes";

export type PictureFile = { file: string; subject: Subject; alt: string };

export const PICTURES: readonly PictureFile[] = [];
