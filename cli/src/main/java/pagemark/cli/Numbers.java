package pagemark.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Options that are whole numbers within bounds.
final class Numbers {
  private Numbers() {}

  static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(65_535, value);
    }
  }

  static final class SampleSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return within(1_000_000, value);
    }
  }

  private static int within(int max, String value) {
    if (value.matches("[0-9]{1,9}") && Integer.parseInt(value) <= max) {
      return Integer.parseInt(value);
    }
    throw new TypeConversionException(
        "'%s' is not a whole number from 0 to %d".formatted(value, max));
  }
}
