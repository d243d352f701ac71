/** The text of one script for the head of a page: build/head-scripts.ts. */
declare module '*?head-script' {
  const code: string;
  export default code;
}
