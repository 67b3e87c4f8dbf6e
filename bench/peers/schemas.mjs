import { z } from "zod";

/** The types of the measured workflow, as the peers take them. */
export const line = z.object({ sku: z.string(), quantity: z.number(), unitPrice: z.number() });
export const order = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.enum(["open", "paid", "shipped"]),
  lines: z.array(line),
  note: z.string().nullable(),
});
export const orders = z.object({ orders: z.array(order) });
export const decision = z.object({ id: z.string(), total: z.number(), accepted: z.boolean() });
