/** Takes the place of a package, and of the twenty-two below it, for browsers without this. Asked for by `require`. */
module.exports = Object.entries
