package pagemark.words;

import org.jspecify.annotations.Nullable;

/// Says of a wrong value which ones are valid.
public final class WrongValue {
  private WrongValue() {}

  /// @param name what has the value, in quotes if a request has it
  /// @param valid the valid values, in words
  public static IllegalArgumentException of(String name, @Nullable Object value, Object valid) {
    return new IllegalArgumentException("%s is %s; valid values: %s".formatted(name, value, valid));
  }

  /// @throws IllegalArgumentException as [#of] makes it, unless it `holds` that the value is valid
  public static void unless(boolean holds, String name, Object value, Object valid) {
    if (!holds) {
      throw of(name, value, valid);
    }
  }
}
