export * from "./content";
export * from "./enquiries";
export * from "./listings";
export * from "./operations";
export * from "./payments";
export * from "./statistics";
export * from "./uploads";
export * from "./users";
