import type { Integer, PythonFunction } from "@espalier/jsx";

export interface Invoice {
  vendor: string;
  total: number;
  note?: string;
}
export declare const clean_total: PythonFunction<{ invoice: Invoice }, Invoice>;
export declare const convert: PythonFunction<{ invoice: Invoice; rate: number; digits?: Integer }, Invoice>;
export declare const is_large: PythonFunction<{ invoice: Invoice }, boolean>;
