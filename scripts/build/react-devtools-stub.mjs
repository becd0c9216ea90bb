// ink imports `react-devtools-core` where it is asked to debug itself; the program never asks, and does not ship it.
export default {};
