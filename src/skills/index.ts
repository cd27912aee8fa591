export { type Frontmatter, MAXIMUM_FRONTMATTER, parseFrontmatter } from "./frontmatter.js";
