package pagemark.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pagemark.stack.Bill.Write;

/// What `pagemark plan` says of a month's price. Prices and units are rows of docs/figures.tsv.
final class BillTest {
  /// docs/costs.md shows it.
  @Test
  void aWriteASecondPaysMostForItsBatches() {
    assertEquals(
        """
        a month costs about $11.09, $13.36, $18.87, if all writes append, insert anywhere, or move\
         (calculated with prices of us-east-1, November 2026, without requests)
        of that: writes of the index $2.59, $4.86, $10.37; reads, functions and log lines of batches $3.73;\
         storage $0.01; alarms $3.10; the idle stack $1.66
        IndexWindowSeconds=10 saves $4.97, $3.19, $6.43, and 60 $5.79, $4.13, $8.88
        a GSI's writes cost $1.62, $1.62, $3.24, without page numbers and counts\
        """,
        String.join("\n", new Bill(true, 1, 48e6, 1, 1).lines()));
  }

  /// 100 records a batch, as in docs/figures.tsv: `window-1` is $32.
  @Test
  void manyWritesShareTheirBatches() {
    Bill bill = new Bill(true, 1, 48e6, 100, 1);
    assertEquals(32.4, bill.index(Write.APPEND), 0.01);
    assertEquals(64.8, new Bill(true, 2, 96e6, 100, 1).index(Write.APPEND), 0.01);
    assertTrue(Write.MOVE.units(30) < Write.MOVE.units(10), "between 10 and 100");
    assertEquals(Write.MOVE.units(100), Write.MOVE.units(5_000));
  }

  @Test
  void aCachePaysItsLeastAndLittleForWrites() {
    Bill bill = new Bill(false, 1, 48e6, 1, 0);
    assertEquals(6.132, bill.storage(), 0.001);
    assertEquals(0.03, bill.index(Write.MOVE), 0.005);
  }
}
