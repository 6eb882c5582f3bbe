package pagemark.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/// An expression of CloudWatch's metric math, as far as the alarms use it. NaN is a missing value.
final class Expression {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([a-z]+|[A-Z]+|[0-9.]+|>=|[-+*/>(),\\[\\]])");
  private static final String END = "";

  private final List<String> tokens = new ArrayList<>();
  private final ToDoubleFunction<String> values;
  private int at;

  /// @param values by the ids of metrics
  private Expression(String text, ToDoubleFunction<String> values) {
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.lookingAt()) {
      tokens.add(matcher.group(1));
      matcher.region(matcher.end(), text.length());
    }
    if (matcher.regionStart() < text.length()) {
      throw new AssertionError("no metric math at " + matcher.regionStart() + " of " + text);
    }
    this.values = values;
  }

  static double value(String text, ToDoubleFunction<String> values) {
    Expression expression = new Expression(text, values);
    double value = expression.both();
    expression.expect(END);
    return value;
  }

  private String peek() {
    return at < tokens.size() ? tokens.get(at) : END;
  }

  private boolean takes(String token) {
    boolean takes = peek().equals(token);
    at += takes ? 1 : 0;
    return takes;
  }

  private void expect(String token) {
    if (!takes(token)) {
      throw new AssertionError("'" + peek() + "' where '" + token + "' is expected: " + tokens);
    }
  }

  private double both() {
    double value = comparison();
    while (takes("AND")) {
      value = truth(comparison() * value != 0);
    }
    return value;
  }

  private double comparison() {
    double left = sum();
    if (takes(">")) {
      return truth(left > sum());
    }
    return takes(">=") ? truth(left >= sum()) : left;
  }

  private static double truth(boolean isTrue) {
    return isTrue ? 1 : 0;
  }

  private double sum() {
    double value = product();
    while (true) {
      if (takes("+")) {
        value += product();
      } else if (takes("-")) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  private double product() {
    double value = factor();
    while (true) {
      if (takes("*")) {
        value *= factor();
      } else if (takes("/")) {
        double by = factor();
        value = by == 0 ? Double.NaN : value / by;
      } else {
        return value;
      }
    }
  }

  private double factor() {
    if (takes("(")) {
      double value = both();
      expect(")");
      return value;
    }
    String word = peek();
    at++;
    if (Character.isDigit(word.charAt(0))) {
      return Double.parseDouble(word);
    }
    return Character.isLowerCase(word.charAt(0)) ? values.applyAsDouble(word) : call(word);
  }

  private double call(String function) {
    expect("(");
    boolean isList = takes("[");
    List<Double> given = new ArrayList<>(List.of(both()));
    while (takes(",")) {
      given.add(both());
    }
    expect(isList ? "]" : ")");
    if (isList) {
      expect(")");
    }
    DoubleStream known =
        given.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v));
    return switch (function) {
      case "IF" -> given.get(0) > 0 ? given.get(1) : given.get(2);
      case "FILL" -> Double.isNaN(given.get(0)) ? given.get(1) : given.get(0);
      case "MAX" -> known.max().orElse(Double.NaN);
      case "MIN" -> known.min().orElse(Double.NaN);
      default -> throw new AssertionError("no function " + function);
    };
  }
}
