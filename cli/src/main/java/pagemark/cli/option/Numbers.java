package pagemark.cli.option;

import pagemark.audit.AuditSettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads the options that are numbers within bounds.
public final class Numbers {
  private Numbers() {}

  public static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(0, 65_535, value);
    }
  }

  public static final class SampleSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(0, 1_000_000, value);
    }
  }

  public static final class Segments implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(1, AuditSettings.WORKERS_MAX, value);
    }
  }

  /// How many items to look at.
  public static final class Items implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(1, 1_000, value);
    }
  }

  /// Writes of a table in a second.
  public static final class Writes implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(1, 1_000_000, value);
    }
  }

  /// A part of the whole: above 0, at most 1.
  public static final class Part implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      if (value.matches("[0-9]{0,9}([.][0-9]{1,9})?")
          && !value.isEmpty()
          && Double.parseDouble(value) > 0
          && Double.parseDouble(value) <= 1) {
        return Double.valueOf(value);
      }
      throw new TypeConversionException(
          "'%s' is not a number above 0 and up to 1".formatted(value));
    }
  }

  private static int within(int min, int max, String value) {
    if (value.matches("[0-9]{1,9}")
        && Integer.parseInt(value) >= min
        && Integer.parseInt(value) <= max) {
      return Integer.parseInt(value);
    }
    throw new TypeConversionException(
        "'%s' is not a whole number from %d to %d".formatted(value, min, max));
  }
}
