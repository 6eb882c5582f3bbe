package pagemark.api;

/// How requests are answered, whatever they ask for.
///
/// @param diagnostics whether answers report their plan, time and cost in headers
record AnswerSettings(boolean diagnostics, BasePath base, Cors cors) {
  static AnswerSettings of(boolean diagnostics) {
    return new AnswerSettings(diagnostics, BasePath.NONE, Cors.NONE);
  }
}
