/** What a style sheet is to a spec. */
module.exports = {};
