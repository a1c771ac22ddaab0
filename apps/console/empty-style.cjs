/** The stand-in for a style sheet in a spec. */
module.exports = {};
